import type { FilledForm } from '../model/filled-form.ts';
import type { FormField } from '../model/form-type.ts';
import type { Note } from './leaves.ts';
import { rl1Slips } from './rl1.ts';
import { roeSlips } from './roe.ts';
import { t4Slips } from './t4.ts';
import { t4aSlips } from './t4a.ts';

type MakeSlips = (
  form: FilledForm,
  fields: readonly FormField[],
) => {
  slips: readonly unknown[];
  notes: readonly Note[];
};

const MAKERS: Readonly<Record<string, MakeSlips>> = { t4: t4Slips, t4a: t4aSlips, rl1: rl1Slips, roe: roeSlips };

/** Of what an agency's file does not take, one note for each field of a form; nothing where no file is made of it. */
export const refusalsOf = (form: FilledForm, fields: readonly FormField[]): ReadonlyMap<string, Note> => {
  const notes = MAKERS[form.type]?.(form, fields).notes ?? [];
  const keys = new Set(fields.map(({ key }) => key));
  return new Map(
    notes.filter(({ kind, field }) => kind === 'refused' && keys.has(field)).map((note) => [note.field, note]),
  );
};

/** How many slips a form comes to in its agency's file; 0 where no file is made of it. */
export const slipsOf = (form: FilledForm, fields: readonly FormField[]): number =>
  MAKERS[form.type]?.(form, fields).slips.length ?? 0;
