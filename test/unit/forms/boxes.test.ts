import { expect, test } from 'vitest';
import { RECURRING_KINDS } from '../../../src/calculation/index.ts';
import { formTypeOf } from '../../../src/forms/types/index.ts';
import { formBoxesOf, knownTypes, slipBoxes } from '../../../src/statutory/editions/line-item-types.ts';

const FORMS = ['t4', 't4a', 'rl1'] as const;

/** Boxes that the form has in its present version. */
const boxesOnForm = (form: (typeof FORMS)[number]): Set<string> =>
  new Set(
    formTypeOf(form)
      .versions.at(-1)!
      .fields.flatMap(({ box }) => box ?? []),
  );

type Boxes = Partial<Record<(typeof FORMS)[number], readonly string[] | undefined>>;

/** Who names which boxes: each type of pay item, what the law withholds, and the sums that a calculation keeps. */
const naming = (): [who: string, boxes: Boxes][] => {
  const { statutory, sums, exempt, contractors } = slipBoxes();
  return [
    ...knownTypes().flatMap(({ family, type }): [string, Boxes][] =>
      (['employee', 'contractor'] as const).map((payee) => [
        `${family} ${type} of ${payee === 'employee' ? 'an employee' : 'a contractor'}`,
        formBoxesOf(family, type, { payee, province: null }),
      ]),
    ),
    ...Object.values(statutory).flatMap((types) =>
      Object.entries(types).map(([type, { boxes }]): [string, Boxes] => [type, boxes]),
    ),
    ...Object.entries(sums).map(([sum, { boxes }]): [string, Boxes] => [sum, boxes]),
    ...Object.entries(exempt).flatMap(([form, moves]) =>
      moves.map(({ sum, box, to }): [string, Boxes] => [sum, { [form]: [box, ...to] }]),
    ),
    ['fees of a contractor', contractors.boxes],
  ];
};

test('each box that amounts go to is on its form: an amount in another one would be on no slip. Add the field to src/forms/types, or correct the box in src/calculation/types or src/statutory/data', () => {
  const all = naming();
  expect(all.length).toBeGreaterThan(RECURRING_KINDS.length);
  const unknown = all.flatMap(([who, boxes]) =>
    FORMS.flatMap((form) => {
      const there = boxesOnForm(form);
      return (boxes[form] ?? []).filter((box) => !there.has(box)).map((box) => `${who}: box ${box} of ${form}`);
    }),
  );
  expect(unknown).toEqual([]);
});
