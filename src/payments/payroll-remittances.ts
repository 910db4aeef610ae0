import { z } from 'zod';
import { REMITTED_KINDS } from '../calculation/model/families.ts';
import { needRow } from '../kernel/calls/operations.ts';
import { embeddedListSchema } from '../kernel/definition/envelopes.ts';
import { stubSchema } from '../kernel/definition/fields.ts';
import { defineOperation, type Operation } from '../kernel/definition/operation.ts';
import { embeddedList, recordLink } from '../kernel/definition/show.ts';
import { payroll } from '../payrolls/payroll.ts';
import { remittancesOfPayroll } from '../remittances/of-payroll.ts';
import { toNumber } from '../values/money.ts';

/** What a payroll has its employer remit, to which account, and when it is due. */

const day = (description: string) =>
  z
    .string()
    .meta({ format: 'date' })
    .nullable()
    .meta({ description, examples: ['2026-02-15'] });

const remittance = z
  .object({
    object: z.literal('payroll_remittance').meta({ description: 'Type of the record' }),
    data: z
      .object({
        remittance_account: stubSchema(['remittance_account']).nullable().meta({
          description:
            'The account; null for amounts without an account, which the employer remits outside the service',
        }),
        account_provider: z
          .string()
          .nullable()
          .meta({ description: 'Provider of the account', examples: ['ca_cra'] }),
        account_identifier: z
          .string()
          .nullable()
          .meta({
            description: "The provider's number for the account, where known",
            examples: ['123456789RP0001'],
          }),
        amount: z
          .number()
          .meta({ description: 'Dollars; negative where corrections exceed what is due', examples: [1480.33] }),
        by_kind: z
          .array(
            z.object({
              line_item_type: z.enum(REMITTED_KINDS).meta({ description: 'The kind of line item' }),
              amount: z.number().meta({ description: 'Amount in dollars' }),
            }),
          )
          .meta({ description: 'Amounts by kind of line item' }),
        due_on: day(
          "Due date, by the agency's remitter type; once payments are made, the date that they were made for; null for providers that are not tax agencies",
        ),
        paid_from: day('First pay date covered by the remittance'),
        paid_to: day('Last pay date covered by the remittance'),
      })
      .meta({ description: 'Part of a payroll that is remitted to one account' }),
  })
  .meta({ id: 'payroll_remittance', description: 'Part of a payroll that is remitted to one account' });

export const listPayrollRemittances: Operation = defineOperation({
  id: 'list_payroll_remittances',
  method: 'GET',
  path: '/payrolls/{payroll}/remittances',
  auth: 'company',
  tag: 'payroll',
  summary: 'List the remittances of a payroll and their due dates',
  description:
    'Amounts by account, to the cent from the line items; for a draft they are expected amounts. Their total is what the payroll costs beyond net pay.',
  answers: {
    200: {
      description: 'The whole list',
      schema: embeddedListSchema(remittance).meta({
        id: 'payroll_remittance_list',
        description: 'Remittances of a payroll, not paginated',
      }),
    },
  },
  problems: [404],
  resource: payroll,
  run: async (call) => {
    const { services, tenant } = call;
    const own = await needRow(payroll, call);
    const remittances = await remittancesOfPayroll(own, services, tenant);
    return {
      status: 200,
      body: embeddedList(
        remittances.map(({ remittance_account_id: account, amount, by_kind, from, to, ...of }) => ({
          object: 'payroll_remittance',
          data: {
            remittance_account: account === null ? null : recordLink('remittance_account', account, services),
            account_provider: of.account_provider,
            account_identifier: of.account_identifier,
            amount: toNumber(amount),
            by_kind: REMITTED_KINDS.flatMap((kind) => {
              const part = by_kind[kind];
              return part === undefined ? [] : [{ line_item_type: kind, amount: toNumber(part) }];
            }),
            due_on: of.due_on,
            paid_from: from,
            paid_to: to,
          },
        })),
      ),
    };
  },
});
