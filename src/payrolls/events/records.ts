import { eventsOf } from '../../kernel/definition/record-events.ts';

/** Payrolls and pay stubs that are made and removed by the service, not by a caller. */
export const payrollEvents = eventsOf('payroll');
export const payStubEvents = eventsOf('pay_stub');
