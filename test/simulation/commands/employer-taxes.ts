import { equal, oneOf } from '../../../src/values/condition.ts';
import type { ActionKind, Scene } from '../actions.ts';
import { ask, chance, dayNear, some } from '../scene.ts';

/** Tax properties of employers and of their accounts with agencies, changed in mid year, also for the past. */

const OF_EMPLOYER = [
  { type: 'ca::on::eht', value: { annual_remuneration: 2_000_000, exemption: 500_000, rate: 1.95 } },
  { type: 'ca::qc::eht', value: { rate: 4.26 } },
  { type: 'ca::qc::health_services_fund', value: { sector: 'other', is_new_employer: true } },
  { type: 'ca::qc::workforce_skills_fund', value: { training_percentage: 0.4 } },
  { type: 'ca::income_tax_method', value: 'cumulative' },
  { type: 'ca::bonus_tax_basis', value: 'year_to_date' },
  { type: 'ca::rounding_mode', value: 'calculator' },
  { type: 'ca::ei_premium_reduction', value: { employer_multiplier: 1.2 } },
];

/** One that begins in the past or soon, another value of one, its end, its deletion. */
const employerTax = async (scene: Scene): Promise<void> => {
  const types = OF_EMPLOYER.map(({ type }) => type);
  const known = some(scene, 'tax_property', oneOf('type', types));
  if (known && chance(scene, 0.5)) {
    const request = scene.random.pick([
      { operation: 'update_tax_property', body: { effective_to: dayNear(scene, -40, 60) } },
      { operation: 'update_tax_property', body: { effective_from: dayNear(scene, -90, 10) } },
      { operation: 'delete_tax_property' },
    ]);
    await ask(scene, { ...request, params: { tax_property: known.id } });
    return;
  }
  const entity = some(scene, 'business_entity');
  const account = some(scene, 'remittance_account', equal('account_provider', 'ca_cra'));
  const owner = account && chance(scene, 0.2) ? account : entity;
  if (!owner) return;
  const property = owner === account ? OF_EMPLOYER.at(-1)! : scene.random.pick(OF_EMPLOYER);
  const body = { owner_id: owner.id, ...property, effective_from: dayNear(scene, -90, 30) };
  await ask(scene, { operation: 'create_tax_property', body });
};

const NUMBERS = [
  { account_provider: 'ca_cra', type: 'ca::tax_id', numberOf: (n: string) => `123456782RP${n}` },
  { account_provider: 'ca_rq', type: 'ca::qc::tax_id', numberOf: (n: string) => `1234567891RS${n}` },
];

/** The number of an account with an agency: of the account, or of the tax property that holds it too; or both at once. */
const accountNumber = async (scene: Scene): Promise<void> => {
  const { account_provider, type, numberOf } = scene.random.pick(NUMBERS);
  const next = () => numberOf(String(1 + scene.random.below(30)).padStart(4, '0'));
  const property = some(scene, 'tax_property', equal('type', type));
  const account = some(scene, 'remittance_account', equal('account_provider', account_provider));
  const ofProperty = async (): Promise<void> => {
    if (!property) return;
    const body = { value: next() };
    await ask(scene, { operation: 'update_tax_property', params: { tax_property: property.id }, body });
  };
  const ofAccount = async (): Promise<void> => {
    if (!account) return;
    const body = { account_identifier: chance(scene, 0.15) ? null : next() };
    await ask(scene, { operation: 'update_remittance_account', params: { remittance_account: account.id }, body });
  };
  const another = async (): Promise<void> => {
    const entity = some(scene, 'business_entity');
    if (!entity) return;
    const body = { owner_id: entity.id, type, value: next(), effective_from: dayNear(scene, -40, 40) };
    await ask(scene, { operation: 'create_tax_property', body });
  };
  const end = async (): Promise<void> => {
    if (property) await ask(scene, { operation: 'delete_tax_property', params: { tax_property: property.id } });
  };
  const changes = [ofProperty, ofAccount, ofProperty, ofAccount, another, end];
  const changing = scene.random.pick(changes)();
  if (chance(scene, 0.4)) await scene.random.pick(changes)();
  await changing;
};

export const employerTaxActions = {
  employerTax: { weight: 3, run: employerTax },
  accountNumber: { weight: 3, run: accountNumber },
} satisfies Record<string, ActionKind>;
