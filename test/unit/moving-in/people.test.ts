import { expect, test } from 'vitest';
import { faultText } from '../../../src/moving-in/faults.ts';
import type { ImportResult } from '../../../src/moving-in/import.ts';
import { movedIn } from '../../support/moved-in.ts';

/** A person is in a company once, whatever the files call it: two records would have two years, and two slips. */

const HEAD = 'external_ref,first_name,last_name,sin';
const ADA = '046454286';
const BO = '193456787';
const told = ({ faults }: ImportResult, locale: 'en' | 'fr' = 'en') => faults.map((fault) => faultText(fault, locale));
const people = (...rows: string[]) => ({ 'employees.csv': [HEAD, ...rows] });

test('a row whose social insurance number another employee of the company has is refused, and says whose it is', async () => {
  const { moveIn, rows, given } = await movedIn();
  await moveIn(people(`hr-1,Ada,Byron,${ADA}`, `hr-2,Bo,Lee,${BO}`));
  const [ada, bo] = rows('employee');
  await given.changed('employee', bo!.id, { external_ref: null });
  const again = people(`new-1,Ada,Byron,${ADA}`, `new-2,Bo,Lee,${BO}`, 'new-3,Cy,Hall,130692544');
  const refused = await moveIn(again);
  expect(told(refused)).toEqual([
    `employees.csv, line 2, sin: is the number of employee ${ada!.id} already, whose external_ref is hr-1: write hr-1 as the external_ref of this row, or remove the row and name that one in the other files`,
    `employees.csv, line 3, sin: is the number of employee ${bo!.id} already, which has no external_ref: give it the one of this row first, or remove the row and name it by its id in the other files`,
  ]);
  expect(told(refused, 'fr')[0]).toBe(
    `employees.csv, ligne 2, sin : est déjà le numéro de l'employé ${ada!.id}, dont l'external_ref est hr-1 : écrivez hr-1 comme external_ref de cette ligne, ou retirez la ligne et désignez ce dossier ainsi dans les autres fichiers`,
  );
  expect(told(refused).join()).not.toMatch(new RegExp(`${ADA}|${BO}`));
  expect(rows('employee')).toHaveLength(2);
  // As the message says.
  await given.changed('employee', bo!.id, { external_ref: 'new-2' });
  const { faults, files } = await moveIn(
    people(`hr-1,Ada,Byron,${ADA}`, `new-2,Bo,Lee,${BO}`, 'new-3,Cy,Hall,130692544'),
  );
  expect([faults, files[0]?.written]).toEqual([[], 1]);
});

test('so is a change to the number of another one, but not what two rows exchange', async () => {
  const { moveIn } = await movedIn();
  await moveIn(people(`hr-1,Ada,Byron,${ADA}`, `hr-2,Bo,Lee,${BO}`));
  const taken = people(`hr-2,Bo,Lee,${ADA}`);
  // A difference alone changes nothing.
  expect((await moveIn(taken)).differences).toEqual([{ file: 'employees.csv', line: 2, columns: ['sin'] }]);
  expect(told(await moveIn(taken, true))).toEqual([
    expect.stringMatching(/^employees\.csv, line 2, sin: is the number/),
  ]);
  const exchanged = await moveIn(people(`hr-1,Ada,Byron,${BO}`, `hr-2,Bo,Lee,${ADA}`), true);
  expect([exchanged.faults, exchanged.files[0]?.changed]).toEqual([[], 2]);
  // A fault in another column of one of them says nothing against the other one.
  const faulty = await moveIn(people(`hr-1,Ada,Byron,${ADA}`, `hr-2,${'B'.repeat(300)},Lee,${BO}`), true);
  expect(told(faulty)).toEqual([expect.stringMatching(/^employees\.csv, line 3, first_name: /)]);
});

test('a contractor may have the number of an employee, and not that of another contractor', async () => {
  const { moveIn } = await movedIn();
  await moveIn(people(`hr-1,Ada,Byron,${ADA}`));
  const contractors = (ref: string) => ({ 'contractors.csv': [HEAD, `${ref},Ada,Byron,${ADA}`] });
  expect(told(await moveIn(contractors('v-1')))).toEqual([]);
  expect(told(await moveIn(contractors('v-2')))).toEqual([
    expect.stringMatching(
      /^contractors\.csv, line 2, sin: is the number of contractor ctr_\w+ already, whose external_ref is v-1:/,
    ),
  ]);
});
