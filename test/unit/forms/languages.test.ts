import { expect, test } from 'vitest';
import { languagesOf } from '../../../src/forms/downloads/filled.ts';

type Given = Parameters<typeof languagesOf>;

/** The language of one slip, as those who may say one say it. */
const languageOf = async (said: Readonly<Record<string, 'en' | 'fr' | null>>): Promise<string> => {
  const row = (object: string, id: string) => ({ id, preferred_locale: said[object] ?? null });
  const read = {
    get: async (object: string, _: unknown, id: string) => row(object, id),
    getMany: async (object: string, _: unknown, ids: readonly string[]) =>
      new Map(ids.map((id) => [id, row(object, id)])),
  };
  const form = { employee_id: 'emp_1', contractor_id: null, business_entity_id: 'be_1' };
  const asker = { tenant: { partner_id: 'ptn_1', company_id: 'cmp_1' }, services: { read } };
  // biome-ignore lint/suspicious/noExplicitAny: what is asked of them alone
  const [forms, asking] = [[form], asker] as any as Given;
  return (await languagesOf(forms, asking))(forms[0]!);
};

test("partner 2: a slip is in its person's language, else the employer's, else the company's, at last the partner's", async () => {
  const whole = { employee: 'fr', business_entity: 'en', company: 'fr', partner: 'en' } as const;
  expect(await languageOf(whole)).toBe('fr');
  expect(await languageOf({ ...whole, employee: null })).toBe('en');
  expect(await languageOf({ company: 'fr', partner: 'en' })).toBe('fr');
  expect(await languageOf({ partner: 'fr' })).toBe('fr');
  expect(await languageOf({ partner: 'en' })).toBe('en');
});
