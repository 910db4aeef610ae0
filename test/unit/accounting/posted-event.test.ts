import { expect, test } from 'vitest';
import { journalEntryPosted } from '../../../src/accounting/events.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { changed } from '../../support/changed.ts';

const SOURCE = { type: 'earning', subtype: 'salary', side: 'expense', amount: '2000.5', decision: null };
const POSTED: JsonObject = {
  type: 'pay_stub_recording',
  title: 'Payroll',
  title_translations: { en: 'Payroll', fr: 'Paie' },
  payroll_id: 'payrl_1',
  pay_stub_id: 'payst_1',
  posted_on: '2026-01-02T00:00:00.000000Z',
  total: '2000.5',
  is_missing_line_item_accounting_codes: true,
  is_missing_default_account_payable: false,
  is_missing_default_bank_account: false,
  invalid_expense_types: [{ type: 'earning', subtype: 'salary' }],
  invalid_liability_types: [],
  journal_entry_rows: [
    {
      title: 'Salary',
      title_translations: { en: 'Salary', fr: 'Salaire' },
      debit: '2000.5',
      credit: null,
      accounting_code_id: 'acco_1',
      formatted_accounting_code: '100',
      tag_ids: ['tag_1'],
      sources: [
        SOURCE,
        { ...SOURCE, decision: { by: 'line_item', id: null } },
        { ...SOURCE, side: 'liability', decision: { by: 'accounting_code_rule', id: 'accrl_1' } },
      ],
    },
  ],
  offset_sources: [SOURCE],
};
const { fits, schema } = journalEntryPosted;

test('the quick check of a journal entry accepts one', () => expect(fits?.(POSTED)).toBe(true));

test('the quick check of a journal entry accepts nothing that the schema refuses', () => {
  let refused = 0;
  for (const data of changed(POSTED)) {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) continue;
    const { success } = schema.safeParse(data);
    if (success) continue;
    expect(fits?.(data), JSON.stringify(data)).toBe(false);
    refused++;
  }
  expect(refused).toBeGreaterThan(300);
});
