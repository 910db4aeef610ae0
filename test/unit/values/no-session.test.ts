import postgres from 'postgres';
import { expect, test } from 'vitest';
import { isTransient } from '../../../projections/model/transient.ts';
import { describeError, isDatabaseUnavailable } from '../../../src/values/describe-error.ts';

/** As the driver has what a server says; the type of its argument is that of an Error. */
const said = (severity: string, code: string) => Object.assign(new postgres.PostgresError('no'), { severity, code });

test.each([
  ['the role may not log in', '28000'],
  ['the password is another', '28P01'],
  ['the database is gone', '3D000'],
  ['the database takes no connections', '55000'],
])('where no session is made since %s, the database is away, and nothing is wrong with what was asked', (_, code) => {
  expect([isDatabaseUnavailable(said('FATAL', code)), isTransient(said('FATAL', code))]).toEqual([true, true]);
});

test('where the role of the service lost a privilege nothing is wrong with what was asked, and nothing is given up', () => {
  const error = said('ERROR', '42501');
  expect([isDatabaseUnavailable(error), isTransient(error)]).toEqual([true, true]);
});

test('what the server refuses in a session is no sign of that', () => {
  expect([isDatabaseUnavailable(said('ERROR', '55000')), isTransient(said('ERROR', '55000'))]).toEqual([false, false]);
});

test('of a table that is gone the log and the lists name it; what the database says of values is left out', () => {
  const of = (message: string, code: string) =>
    describeError(Object.assign(new postgres.PostgresError('no'), { message, severity: 'ERROR', code }));
  const gone = 'relation "read_payrolls_2.pay_stub" does not exist';
  expect(of(gone, '42P01')).toMatchObject({ message: gone, code: '42P01' });
  expect(of('invalid input syntax for type numeric: "046454286"', '22P02').message).toBeUndefined();
});
