import { expect, test } from 'vitest';
import { languagesOf } from '../../../src/forms/downloads/filled.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { payrollWorld } from '../../support/payroll-world.ts';

interface Said {
  employee?: 'en' | 'fr';
  business_entity?: 'en' | 'fr';
  company?: 'en' | 'fr';
  partner: 'en' | 'fr';
}

/** The language of one slip, as those who may say one say it. */
const languageOf = async ({ employee, business_entity, company, partner }: Said): Promise<string> => {
  const { given, tenant, services, employer, origin } = await payrollWorld();
  const { partner_id, company_id = '' } = tenant;
  const spoken = (preferred_locale: string | undefined): JsonObject => (preferred_locale ? { preferred_locale } : {});
  const registered = { name: 'Harbour', existing: false, preferred_locale: partner };
  await given.events('partner', partner_id, { type: 'PartnerRegistered', data: registered });
  await given.events('company', company_id, {
    type: 'CompanyCreated',
    data: { name: 'Northlake', ...spoken(company) },
  });
  if (business_entity) await given.changed('business_entity', employer.id, spoken(business_entity));
  const person = await given.created('employee', { first_name: 'Ada', last_name: 'Roy', ...spoken(employee) });
  const form = await given.created('form', {
    ...{ type: 't4', owner_id: person.id, business_entity_id: employer.id },
    ...{ effective_date: '2026-12-31', box_45_employer_offered_dental_benefits: '1' },
  });
  return (await languagesOf([form], { tenant, services, origin: origin() }))(form);
};

test('partner 2: a slip is in the language of the person, else of the employer, else of the company, else of the partner', async () => {
  const whole = { employee: 'fr', business_entity: 'en', company: 'fr', partner: 'en' } as const;
  expect(await languageOf(whole)).toBe('fr');
  expect(await languageOf({ business_entity: 'en', company: 'fr', partner: 'fr' })).toBe('en');
  expect(await languageOf({ company: 'fr', partner: 'en' })).toBe('fr');
  expect(await languageOf({ partner: 'fr' })).toBe('fr');
  expect(await languageOf({ partner: 'en' })).toBe('en');
});
