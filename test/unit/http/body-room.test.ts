import { expect, test } from 'vitest';
import { makeBodyRoom } from '../../../src/http/requests/body-room.ts';
import { Problem } from '../../../src/values/problem.ts';

const MIB = 1024 * 1024;

test('however many companies a partner has, half of the room for large bodies is left to others', () => {
  const room = makeBodyRoom();
  const send = (company: string, partner: string, mib: number) => {
    const one = room.open(company, partner);
    one.need(mib * MIB);
    return one;
  };
  const sent = ['cmp_1', 'cmp_2', 'cmp_3', 'cmp_4'].map((company) => send(company, 'ptn_A', 20));
  expect(() => send('cmp_5', 'ptn_A', 1)).toThrow(Problem);
  expect(() => send('cmp_6', 'ptn_B', 40)).not.toThrow();
  expect(() => send('cmp_6', 'ptn_B', 1)).toThrow(Problem);
  sent[0]!.leave();
  expect(() => send('cmp_5', 'ptn_A', 20)).not.toThrow();
});
