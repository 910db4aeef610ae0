import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { ReportSource } from '../model/report-type.ts';

/** Who is paid, as reports call them. */
export interface Payee {
  id: string;
  kind: 'employee' | 'contractor';
  /** The employer's own number of an employee. */
  number: string | null;
  /** Last name first; what a corporation is called; null of somebody who was erased. */
  name: string | null;
}

/** Of somebody who was erased nothing is left: names are not even null in what is read of them. */
const named = (...parts: (string | null | undefined)[]): string | null =>
  parts.filter((part) => part).join(', ') || null;

export const employeeNamed = ({ id, employee_number, last_name, first_name }: RecordOf<'employee'>): Payee => ({
  id,
  kind: 'employee',
  number: employee_number,
  name: named(last_name, first_name),
});

export const contractorNamed = ({ id, business_name, last_name, first_name }: RecordOf<'contractor'>): Payee => ({
  id,
  kind: 'contractor',
  number: null,
  name: named(business_name) ?? named(last_name, first_name),
});

/** Whose the stubs of a page are, by stub id. */
export const payeesOf = async (
  stubs: readonly RecordOf<'pay_stub'>[],
  { read, tenant }: Pick<ReportSource, 'read' | 'tenant'>,
): Promise<Map<string, Payee>> => {
  const ids = (member: 'employee_id' | 'contractor_id') => stubs.flatMap((stub) => stub[member] ?? []);
  const employees = await read.getMany('employee', tenant, ids('employee_id'));
  const contractors = await read.getMany('contractor', tenant, ids('contractor_id'));
  const payeeOf = ({ employee_id, contractor_id }: RecordOf<'pay_stub'>): Payee => {
    const employee = employees.get(employee_id ?? '');
    const contractor = contractors.get(contractor_id ?? '');
    if (employee) return employeeNamed(employee);
    if (contractor) return contractorNamed(contractor);
    throw new Error(`a pay stub belongs to ${employee_id ?? contractor_id}, who is not there`);
  };
  return new Map(stubs.map((stub) => [stub.id, payeeOf(stub)]));
};
