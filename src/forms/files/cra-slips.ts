import { amountsByBox } from '../model/boxes.ts';
import type { FilledForm } from '../model/filled-form.ts';
import type { FormField } from '../model/form-type.ts';
import { CRA } from './characters.ts';
import { Leaves, type Note } from './leaves.ts';
import { type Element, group, type Part } from './xml.ts';

/** An amount of a slip: its box, its element, and how wide that is: digits with cents. */
export interface SlipAmount {
  box: string;
  element: string;
  width: number;
  required?: true;
}

/** How the CRA has a slip: what it is called, who it is of, its amounts, and the codes of other information. */
export interface SlipShape {
  element: string;
  head(leaves: Leaves, form: FilledForm): readonly Part[];
  /** The element that holds the amounts, and these in their order. */
  amounts: { element: string; of: readonly SlipAmount[] };
  others: readonly SlipAmount[];
  /** Pieces of other information on one slip; the others go to further ones, which repeat no amounts of boxes. */
  others_on_a_slip: number;
}

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** The slips that a form comes to in a file of the CRA, and what is to be said of its fields. */
export const craSlips = (
  form: FilledForm,
  fields: readonly FormField[],
  shape: SlipShape,
): { slips: Element[]; notes: Note[]; boxes: Record<string, string> } => {
  const leaves = new Leaves(CRA);
  const boxes = amountsByBox(form, fields);
  const keys = new Map(fields.flatMap(({ box, key }) => (box === undefined ? [] : [[box, key] as const])));
  const part = ({ box, element, ...leaf }: SlipAmount): Part =>
    leaves.amount(element, boxes[box], { field: keys.get(box) ?? `box_${box}`, ...leaf });
  const head = shape.head(leaves, form);
  const amounts = group(shape.amounts.element, shape.amounts.of.map(part));
  const others = shape.others
    .filter(({ box }) => boxes[box] !== undefined)
    .map(part)
    .filter((other) => other !== null);
  const [first = [], ...rest] = inParts(others, shape.others_on_a_slip);
  const slips = [
    group(shape.element, [...head, amounts, group('OTH_INFO', first)]),
    ...rest.map((more) => group(shape.element, [...head, group('OTH_INFO', more)])),
  ].filter((slip) => slip !== null);
  return { slips, notes: leaves.notes, boxes };
};
