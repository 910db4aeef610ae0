import { z } from 'zod';
import { FAMILIES, LINE_KINDS, type LineKind, type Side } from '../calculation/model/families.ts';
import { CATALOGUES } from '../catalogues/catalogues.ts';
import { cut } from '../values/cut.ts';
import type { Issue } from '../values/problem.ts';

/** A kind of line item and a type of it. */
export type ItemTypePair = {
  type: LineKind;
  subtype: string;
};

/** One text for each of them. */
export const pairKey = ({ type, subtype }: ItemTypePair): string => `${type}/${subtype}`;

/** Kinds of line items, as bodies name them. */
export const kindSchema = z.enum(LINE_KINDS);

/** Whether a type belongs to a kind. */
export const isTypeOf = (kind: LineKind, type: string): boolean => Object.hasOwn(CATALOGUES[kind].types, type);

/** Whether lines of a kind have a side in the ledger. */
export const hasSide = (kind: LineKind, side: Side): boolean => FAMILIES[kind].sides.some((one) => one === side);

/** That a type is none of its kind. */
export const notOfKind = (path: string, kind: LineKind, type: string): Issue => ({
  path,
  text: {
    en: `"${cut(type, 100)}" is no type of ${kind}; GET /${kind}_types lists them`,
    fr: `« ${cut(type, 100)} » n'est pas un type de « ${kind} »; GET /${kind}_types les énumère`,
  },
});
