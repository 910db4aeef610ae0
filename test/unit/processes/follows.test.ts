import { expect, test } from 'vitest';
import { needManagers } from '../../../src/start-processes.ts';

const managers = [{ name: 'population' }, { name: 'payments' }];

test('a resource, a part of one or a kind of task that follows a process manager which is not there stops the start', () => {
  const of = { object: 'pay_stub', follows: ['population'], reaches: { follows: ['payments'] } };
  expect(() => needManagers(managers, [of], [{ name: 'bulk', follows: ['population'] }])).not.toThrow();
  const misspelt = ' follows "populations", which is no process manager: there are population, payments';
  expect(() => needManagers(managers, [{ ...of, follows: ['populations'] }], [])).toThrow(`pay_stub${misspelt}`);
  expect(() => needManagers(managers, [{ ...of, reaches: { follows: ['populations'] } }], [])).toThrow(misspelt);
  expect(() => needManagers(managers, [], [{ name: 'bulk', follows: ['populations'] }])).toThrow(`bulk${misspelt}`);
});
