import { filesOf, given, payrollClient } from '../api.ts';
import type { Employer, Scene } from '../scene.ts';

/** With the partner's secret: a webhook and a company. With the company's token from then on: its employer. */
export const foundCompany = async ({
  stage,
  partner,
  receiver,
  url,
}: Scene): Promise<Employer & { webhook: string }> => {
  stage.act('A company and its employer');
  const webhook = await given(
    partner.POST('/webhooks', {
      body: {
        url: receiver.url,
        events: ['resource_created', 'payroll_approved', 'async_task_completed', 'form_batch_completed'],
      },
    }),
  );
  receiver.expect(webhook.data.key ?? '');
  stage.say(`webhook ${webhook.id} tells ${receiver.url}`);

  const company = await given(
    partner.POST('/companies', { body: { name: 'Northlake Bakery Group', external_ref: 'cust-4471' } }),
  );
  const { access_token, expires_in } = company.data.token!;
  stage.say(`company ${company.id}, with a token for ${expires_in} minutes`);
  const api = payrollClient({ url, credential: access_token });

  const entity = await given(
    api.POST('/business_entities', {
      body: {
        business_number: '123456782RP0001',
        name: 'Northlake Bakery',
        legal_name: 'Northlake Bakery Group Inc.',
        legal_registration_number: '1234567-8',
        address_line_1: '1 Mill Street',
        city: 'Kingston',
        province_code: 'ON',
        postal_code: 'K7L2V1',
        contact_name: 'Dilnoza Karimova',
        contact_email: 'payroll@northlake.example',
        contact_area_code: '613',
        contact_phone_number: '5550142',
        in_preview: true,
        tax_properties: [{ type: 'ca::province_of_employment', value: 'ca_on', effective_from: '2025-01-01' }],
      },
    }),
  );
  stage.say(`employer ${entity.id}`);
  stage.claim('the employer is in preview', entity.data.in_preview, true);
  stage.claim('and works in Ontario', entity.data.current_tax_jurisdiction, 'ca_on');
  await receiver.await('resource_created', company.id);
  const told = await receiver.await('resource_created', entity.id);
  stage.claim('the webhook was told of it', told.resource.company_id, company.id);
  return { api, ...filesOf(url, access_token), company, entity, webhook: webhook.id };
};
