import { loadStream } from '../kernel/changes/execute.ts';
import { inTurns } from '../kernel/changes/in-turns.ts';
import { type State, streamOf } from '../kernel/definition/resource.ts';
import { all } from '../values/condition.ts';
import { textIf } from '../values/json.ts';
import type { Text } from '../values/text.ts';
import { KEY } from './columns.ts';
import { memberOf } from './files.ts';
import type { PlannedFile, Planning } from './plan.ts';

/** Finds people of the files who are in the company already, under another external_ref. */

/** Digits by which people are looked for: read models hold no more of a social insurance number. */
const last3Of = (number: string): string => number.slice(-3);

/**
 * Refuses rows that would give a record the social insurance number of another one of its kind: one person would be
 * twice, with the maximums of a year and the slips of two. Rows that exchange their numbers are none.
 */
export const refuseNumbersTaken = async ({ file, rows }: PlannedFile, planning: Planning): Promise<void> => {
  const { unique, object } = file;
  if (unique === undefined) return;
  const { services, tenant, update, faults } = planning;
  const member = memberOf(file, unique);
  const isWritten = ({ state, differs }: (typeof rows)[number]) => !state || (update && differs.includes(unique));
  const given = rows.flatMap((row) => {
    const number = textIf(row.input[member]);
    return number !== undefined && !row.isFaulty && isWritten(row) ? [{ row, number }] : [];
  });
  if (given.length === 0) return;
  const endings = new Set(given.map(({ number }) => last3Of(number)));
  // Records whose number rows replace hold it no longer, also where other columns of those rows are at fault.
  const isReplaced = ({ state, input }: (typeof rows)[number]) =>
    update && state && textIf(input[member]) !== undefined && input[member] !== state[member];
  const replaced = new Set(rows.filter(isReplaced).map(({ id }) => id));
  const alike: State[] = [];
  for await (const page of services.read.pages(object, tenant, all()))
    for (const row of page) if (endings.has(textIf(row.sin_last_3) ?? '') && !replaced.has(row.id)) alike.push(row);
  const holders = new Map<string, State>();
  await inTurns(alike, async ({ id }) => {
    // Only the stream has the whole number.
    const state = (await loadStream(streamOf(object, id), services)).aggregate.get(object, id);
    const number = textIf(state?.[member]);
    if (state && number !== undefined) holders.set(number, state);
  });
  for (const { row, number } of given) {
    const holder = holders.get(number);
    if (!holder) continue;
    row.isFaulty = true;
    faults.push({ file: file.name, line: row.line, column: unique, text: takenBy(holder, object) });
  }
};

const KINDS: Readonly<Record<string, Text>> = {
  employee: { en: 'employee', fr: "l'employé" },
  contractor: { en: 'contractor', fr: "l'entrepreneur" },
};

/** Whose number it is. The number itself is in no message. */
const takenBy = ({ id, ...state }: State, object: string): Text => {
  const key = textIf(state[KEY]);
  const { en = object, fr = object } = KINDS[object] ?? {};
  return key === undefined
    ? {
        en: `is the number of ${en} ${id} already, which has no ${KEY}: give it the one of this row first, or remove the row and name it by its id in the other files`,
        fr: `est déjà le numéro de ${fr} ${id}, qui n'a pas d'${KEY} : donnez-lui d'abord celui de cette ligne, ou retirez la ligne et désignez ce dossier par son identifiant dans les autres fichiers`,
      }
    : {
        en: `is the number of ${en} ${id} already, whose ${KEY} is ${key}: write ${key} as the ${KEY} of this row, or remove the row and name that one in the other files`,
        fr: `est déjà le numéro de ${fr} ${id}, dont l'${KEY} est ${key} : écrivez ${key} comme ${KEY} de cette ligne, ou retirez la ligne et désignez ce dossier ainsi dans les autres fichiers`,
      };
};
