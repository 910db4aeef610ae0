import { expect, test } from 'vitest';
import { conditionSql, makeBinding, type TableSource } from '../../projections/model/conditions.ts';
import { resourceProjections } from '../../projections/model/resources.ts';
import { rowsSql } from '../../projections/read/rows-sql.ts';
import { makeFolder } from '../../src/kernel/definition/fold.ts';
import { registry } from '../../src/registry.ts';
import { all, among, any, type Condition, equal, oneOf } from '../../src/values/condition.ts';

const tables = new Map(
  resourceProjections(registry, makeFolder(registry)).flatMap((one) =>
    one.tables.map((table) => [table.name, table] as const),
  ),
);

/** The columns by which an index finds the rows of an object that are asked for by an id in each of some columns. */
const foundBy = (object: string, columns: readonly string[]): string[] => {
  const table = tables.get(object)!;
  const binding = makeBinding();
  const { where } = rowsSql({
    table,
    tableOf: (name) => tables.get(name),
    from: object,
    own: 'true',
    isOfMany: false,
    where: all(...columns.map((column) => equal(column, 'x'))),
    textOf: (condition) => conditionSql(condition, table, 't', binding, () => undefined),
    binding,
  });
  return columns.filter((column) => !where.includes(`coalesce(t."${column}"`));
};

test('rows are found by the id that the fewest name: of a stub, then of a person or payroll, then of an employer', () => {
  const line = ['custom_expense_accounting_code_id', 'business_preset_id', 'payroll_id', 'pay_stub_id'];
  expect(foundBy('earning_line_item', line)).toEqual(['pay_stub_id']);
  expect(foundBy('earning_line_item', line.slice(0, 3))).toEqual(['payroll_id']);
  expect(foundBy('earning_line_item', line.slice(0, 2))).toEqual(line.slice(0, 2));
  expect(foundBy('pay_stub', ['business_entity_id', 'pay_schedule_id', 'employee_id'])).toEqual(['employee_id']);
});

/** How rows are found that no id of theirs is asked for. */
const sqlOf = (object: string, where: Condition, isOfMany: boolean) => {
  const table = tables.get(object)!;
  const binding = makeBinding();
  const source: TableSource = (name) => ({ table: tables.get(name)!, from: name, tenant: 'own' });
  const textOf = (one: Condition) => conditionSql(one, table, 't', binding, source);
  return rowsSql({ table, tableOf: () => undefined, from: object, own: 'own', isOfMany, where, textOf, binding });
};
const whereOf = (object: string, where: Condition, isOfMany = false): string => sqlOf(object, where, isOfMany).where;

test('rows of all companies of a partner are found by an index of what is asked for, where there is one', () => {
  const isWaiting = all(equal('is_filed', true), equal('status', 'processing'));
  expect(whereOf('payment', isWaiting, true)).toMatch(/^\(own\) is true and /);
  expect(whereOf('payment', isWaiting)).toMatch(/^own and /);
  expect(whereOf('payment', equal('status', 'processing'), true)).toMatch(/^own and /);
  expect(whereOf('payment', all(), true)).toBe('own');
});

test('payments that came back are found by each of their references, in all companies of a partner', () => {
  const cameBack = all(oneOf('cross_reference', ['x', 'y']), equal('is_filed', true));
  const { from } = sqlOf('payment', cameBack, true);
  expect(from).toMatch(/^unnest\(.*t."cross_reference" = named\.id and \(own\) is true and coalesce\(t."is_filed"/);
  expect(sqlOf('usage_summary', oneOf('period_start', ['2026-01-01']), true).from).not.toContain('unnest');
});

test('rows of which others are one way to be selected are looked for among these, and not gone through for each', () => {
  const theirs = among('work_assignment_id', 'work_assignment', 'id', equal('business_entity_id', 'x'));
  expect(whereOf('pay_rate', any(theirs))).toMatch(/^own and coalesce\(\(t."work_assignment_id" in \(/);
  expect(whereOf('pay_rate', any(equal('type', 'salary')))).not.toContain('coalesce');
  expect(whereOf('pay_rate', theirs)).not.toContain('coalesce');
});
