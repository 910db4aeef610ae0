import { expect, test } from 'vitest';
import { derivedId, derivedUuid } from '../../../src/values/ids.ts';

test('the ids that follow from a seed are those that logs hold already', () => {
  const made = ['payst_01K3/earning/salary', 'é漢\u0000x', '', 'c'].map((seed) => [
    derivedId('ernli', 1_785_776_400_000, seed),
    derivedUuid('close', seed),
  ]);
  expect(made).toEqual([
    ['ernli_01KZ492SM0ZYYKHT85QTEP3DXF', '6bac9041-28dc-5c72-beba-43325299669d'],
    ['ernli_01KZ492SM0B3K5T0PCQG9FGK4D', '60dba065-996f-5eef-89f4-b915b89e724a'],
    ['ernli_01KZ492SM0WERC8GMRZGE196QV', 'aefcab60-4c78-522b-893b-79f29c9f5120'],
    ['ernli_01KZ492SM05SYJR0X9A1XE4SFC', 'b5f53f60-9edd-5cd2-abf5-2a1e66a48056'],
  ]);
});
