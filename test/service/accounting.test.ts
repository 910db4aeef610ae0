import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Employer, makeEmployer } from '../support/employer.ts';
import { requestTo, startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// Tags, accounting codes and rules by HTTP: what they take, what they refuse, and what they say of their use.
let service: TestService;
let own: Employer;
let other: string;

beforeAll(async () => {
  service = await startTestService();
  own = await makeEmployer(service);
  other = (await own.must(201, 'POST', '/business_entities', { name: 'Southport', business_number: '123456782RP0002' }))
    .id;
});
afterAll(() => service.close());

const make = (path: string, body: object) => own.must(201, 'POST', path, body);
const group = (label: string, more: object = {}) =>
  make('/tag_groups', { business_entity_id: own.business_entity_id, label, ...more });
const code = (type: string, title: string, more: object = {}) =>
  make('/accounting_codes', { business_entity_id: own.business_entity_id, type, title, ...more });
/** Places of what a body is refused for. */
const refusedAt = async (method: string, path: string, body: object): Promise<string[]> => {
  const answer = await own.must(422, method, path, body);
  return Object.keys(answer.errors ?? {});
};

test('tags, rules 1 and 2: a tag belongs to a group and through it to an employer; both can be archived and restored', async () => {
  const department = await group('Department', { color: '#AbC', is_journal_entry_dimension: true });
  expect(department.data).toMatchObject({
    is_deletable: true,
    is_component_locked: false,
    archived_at: null,
    integrations: { xero: { id: null, type: null }, quickbooks: { type: null } },
  });
  const kitchen = await make('/tags', {
    tag_group_id: department.id,
    label: 'Kitchen',
    label_translations: { fr: 'Cuisine' },
    integrations: { quickbooks: { id: '77' } },
  });
  expect(kitchen.data).toMatchObject({
    business_entity: { id: own.business_entity_id },
    integrations: { xero: { id: null }, quickbooks: { id: '77' } },
    is_deletable: true,
  });
  expect(kitchen.data).not.toHaveProperty('counts');
  // A change of one id leaves the others, at every depth; null takes one away.
  const changed = async (record: { id: string; object: string }, integrations: object): Promise<object> =>
    (await own.must(200, 'PUT', `/${record.object}s/${record.id}`, { integrations })).data.integrations;
  expect(await changed(kitchen, { xero: { id: '5' } })).toEqual({ xero: { id: '5' }, quickbooks: { id: '77' } });
  expect(await changed(kitchen, { quickbooks: { id: null } })).toEqual({ xero: { id: '5' }, quickbooks: { id: null } });
  await changed(department, { xero: { id: '9', type: 'category' }, quickbooks: { type: 'department' } });
  expect(await changed(department, { xero: { id: '8' } })).toEqual({
    xero: { id: '8', type: 'category' },
    quickbooks: { type: 'department' },
  });
  const french = await own.must(200, 'GET', `/tags/${kitchen.id}`, undefined, { 'Accept-Language': 'fr' });
  expect(french.data.label_translated).toBe('Cuisine');
  const used = await own.must(200, 'GET', `/tag_groups/${department.id}?expand[]=tags`);
  expect(used.data.is_deletable).toBe(false);
  expect(used.data.tags.data.map(({ id }: { id: string }) => id)).toEqual([kitchen.id]);
  await own.must(400, 'DELETE', `/tag_groups/${department.id}`);

  await own.must(200, 'PUT', `/tags/${kitchen.id}`, { archived_at: '2026-01-05' });
  const listed = async (query: string): Promise<string[]> =>
    (await own.must(200, 'GET', `/tags?business_entity_id=${own.business_entity_id}${query}`)).data.map(
      ({ id }: { id: string }) => id,
    );
  expect(await listed('')).not.toContain(kitchen.id);
  expect(await listed('&include_archived=true')).toContain(kitchen.id);
  expect(await listed('&archived_at[lte]=2026-01-05')).toEqual([kitchen.id]);
  expect(await listed('&archived_at[gt]=2026-01-05')).toEqual([]);
  await own.must(200, 'PUT', `/tags/${kitchen.id}`, { archived_at: null });
  expect(await listed(`&tag_group_id=${department.id}`)).toEqual([kitchen.id]);
  expect(await refusedAt('GET', '/tags', undefined as never)).toContain('business_entity_id');
  await own.must(204, 'DELETE', `/tags/${kitchen.id}`);
  await own.must(204, 'DELETE', `/tag_groups/${department.id}`);
});

test('a wrong tag or tag group is refused, and the error names the member', async () => {
  expect(await refusedAt('POST', '/tag_groups', { label: ' ', color: '#12' })).toEqual(
    expect.arrayContaining(['business_entity_id', 'label', 'color']),
  );
  const { id } = await group('Site');
  expect(await refusedAt('POST', '/tags', { tag_group_id: 'taggr_none', label: 'North' })).toEqual(['tag_group_id']);
  expect(await refusedAt('POST', '/tags', { tag_group_id: id, label: 'x'.repeat(256) })).toEqual(['label']);
});

test('codes, rules 2, 6 and 9: a type of line items is mapped to one code for each side, and a code can only be used on its side', async () => {
  const wages = await code('expense', 'Wages', {
    code: '6010',
    fallback_mappings: [{ type: 'earning', subtype: 'salary' }],
  });
  expect(wages.data).toMatchObject({
    mapping: { xero: false, quickbooks: false },
    fallback_mappings: [{ type: 'earning', subtype: 'salary' }],
  });
  const wrong = (type: string, fallback_mappings: object[]) =>
    refusedAt('POST', '/accounting_codes', {
      business_entity_id: own.business_entity_id,
      type,
      title: 'Wrong',
      fallback_mappings,
    });
  expect(await wrong('expense', [{ type: 'earning', subtype: 'salary' }])).toEqual(['fallback_mappings.0']);
  expect(await wrong('expense', [{ type: 'earning', subtype: 'dental' }])).toEqual(['fallback_mappings.0.subtype']);
  expect(await wrong('liability', [{ type: 'earning', subtype: 'wage' }])).toEqual(['fallback_mappings.0.type']);
  expect(await wrong('bank', [{ type: 'deduction', subtype: 'union_dues' }])).toEqual(['fallback_mappings.0.type']);
  expect(
    await wrong('expense', [
      { type: 'earning', subtype: 'wage' },
      { type: 'earning', subtype: 'wage' },
    ]),
  ).toEqual(['fallback_mappings.1']);
  expect(await refusedAt('POST', '/accounting_codes', {})).toEqual(['business_entity_id', 'type', 'title']);
  const long = 'x'.repeat(256);
  const asset = { business_entity_id: own.business_entity_id, type: 'asset', title: long, code: long };
  expect((await refusedAt('POST', '/accounting_codes', asset)).sort()).toEqual(['code', 'title', 'type']);
  expect(await refusedAt('PUT', `/accounting_codes/${wages.id}`, { title: null, code: long })).toEqual([
    'code',
    'title',
  ]);
  // What the chart of accounts calls them may be called so twice, and lists are of one employer.
  const twice = await code('expense', 'Wages of others', { code: '6010' });
  const listed = await own.must(200, 'GET', `/accounting_codes?business_entity_id=${own.business_entity_id}`);
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([wages.id, twice.id]));
  // Another employer has a chart of its own.
  await make('/accounting_codes', {
    business_entity_id: other,
    type: 'expense',
    title: 'Wages',
    fallback_mappings: [{ type: 'earning', subtype: 'salary' }],
  });
});

test('codes, rule 6, and tag groups, rules 3 and 5: an employer refers to codes of the right type and to its own tag group, and these count as in use', async () => {
  const [bank, payable] = [await code('bank', 'Chequing'), await code('liability', 'Payroll payable')];
  const foreign = await make('/tag_groups', { business_entity_id: other, label: 'Theirs' });
  const path = `/business_entities/${own.business_entity_id}`;
  expect(
    await refusedAt('PUT', path, {
      default_bank_accounting_code_id: payable.id,
      default_payroll_payable_accounting_code_id: bank.id,
      primary_tag_group_id: foreign.id,
    }),
  ).toEqual(['default_bank_accounting_code_id', 'default_payroll_payable_accounting_code_id', 'primary_tag_group_id']);
  const { data } = await own.must(200, 'PUT', path, {
    default_bank_accounting_code_id: bank.id,
    default_payroll_payable_accounting_code_id: payable.id,
  });
  expect(data.accounting_settings).toMatchObject({
    default_bank_accounting_code: { id: bank.id, object: 'accounting_code' },
    default_payroll_payable_accounting_code: { id: payable.id },
    primary_tag_group: null,
    resolve_journal_entry_stat_withholdings: true,
    block_approval_on_incomplete_journal_entries: false,
    block_approval_on_missing_export_identifiers: false,
  });
  const [primary, ruled] = [await group('Primary'), await group('Ruled')];
  await own.must(200, 'PUT', path, { primary_tag_group_id: ruled.id });
  const rule = await make('/accounting_code_rules', {
    business_entity_id: own.business_entity_id,
    tag_group_id: ruled.id,
  });
  // Another group becomes the primary one: the rule stays, and can be changed.
  await own.must(200, 'PUT', path, { primary_tag_group_id: primary.id });
  await own.must(200, 'PUT', `/accounting_code_rules/${rule.id}`, { type: 'earning', tag_group_id: ruled.id });
  for (const { id } of [primary, ruled]) {
    expect((await own.must(200, 'GET', `/tag_groups/${id}`)).data.is_deletable).toBe(false);
    await own.must(400, 'DELETE', `/tag_groups/${id}`);
  }
  await own.must(204, 'DELETE', `/accounting_code_rules/${rule.id}`);
  // What the segments of a rule take values from is in use too.
  const [account, part] = [await code('expense', 'Wages by department'), await group('Part')];
  const segments = [
    { type: 'accounting_code', accounting_code_id: account.id },
    { type: 'tag_group', tag_group_id: part.id },
  ];
  const built = await make('/accounting_code_rules', {
    business_entity_id: own.business_entity_id,
    type: 'earning',
    expense_segment_template: { segments },
  });
  expect((await own.must(200, 'GET', `/tag_groups/${part.id}`)).data.is_deletable).toBe(false);
  await own.must(400, 'DELETE', `/tag_groups/${part.id}`);
  await own.must(400, 'DELETE', `/accounting_codes/${account.id}`);
  expect(await refusedAt('PUT', `/accounting_codes/${account.id}`, { type: 'liability' })).toEqual(['type']);
  await own.must(204, 'DELETE', `/accounting_code_rules/${built.id}`);
  await own.must(204, 'DELETE', `/tag_groups/${part.id}`);
  await own.must(204, 'DELETE', `/accounting_codes/${account.id}`);
  await own.must(200, 'PUT', path, { primary_tag_group_id: null });
  for (const { id } of [primary, ruled]) await own.must(204, 'DELETE', `/tag_groups/${id}`);
  await own.must(400, 'DELETE', `/accounting_codes/${bank.id}`);
  expect(await refusedAt('PUT', `/accounting_codes/${bank.id}`, { type: 'expense' })).toEqual(['type']);
  await own.must(200, 'PUT', path, { default_bank_accounting_code_id: null });
  await own.must(204, 'DELETE', `/accounting_codes/${bank.id}`);
});

test('code rules, rules 3 to 5, and tags, rule 3: a code rule with wrong contents is refused, and the error names the member', async () => {
  const [site, wages] = [await group('Rule site'), await code('expense', 'Rule wages')];
  const north = await make('/tags', { tag_group_id: site.id, label: 'North' });
  const owed = await code('liability', 'Rule owed');
  const own_entity = { business_entity_id: own.business_entity_id };
  const wrong = (body: object) => refusedAt('POST', '/accounting_code_rules', { ...own_entity, ...body });
  const template = (...segments: object[]) => ({ expense_segment_template: { segments } });
  const text = { type: 'text', text: 'A' };
  expect(await refusedAt('POST', '/accounting_code_rules', { type: 'earning' })).toEqual(['business_entity_id']);
  expect(await wrong({})).toEqual(['type']);
  expect(await wrong({ subtypes: ['salary'] })).toEqual(['subtypes', 'type']);
  expect(await wrong({ type: 'earning', subtypes: ['salary', 'dental'] })).toEqual(['subtypes.1']);
  expect(await wrong({ type: 'earning', subtype: 'dental' })).toEqual(['subtype']);
  const preset = await make('/business_presets', { ...own_entity, type: 'earning', name: 'Premium' });
  for (const more of [{ type: 'earning' }, { subtype: 'salary' }, { subtypes: ['salary'] }])
    expect(await wrong({ business_preset_id: preset.id, ...more })).toContain('business_preset_id');
  expect(await wrong({ type: 'earning', expense_accounting_code_id: owed.id })).toEqual(['expense_accounting_code_id']);
  expect(await wrong({ tag_id: north.id })).toEqual(['tag_id']);
  expect(await wrong({ tag_group_id: site.id })).toEqual(['tag_group_id']);
  expect(await wrong({ type: 'earning', ...template() })).toEqual(['expense_segment_template.segments']);
  expect(await wrong({ type: 'earning', ...template(...Array(21).fill(text)) })).toEqual([
    'expense_segment_template.segments',
  ]);
  expect(await wrong({ type: 'earning', ...template({ ...text, prefix: 'x'.repeat(256), truncate: 0 }) })).toEqual([
    'expense_segment_template.segments.0.prefix',
    'expense_segment_template.segments.0.truncate',
  ]);
  expect(await wrong({ type: 'earning', ...template({ type: 'tag_group', text: 'A' }) })).toEqual([
    'expense_segment_template.segments.0.tag_group_id',
    'expense_segment_template.segments.0.text',
  ]);

  await own.must(200, 'PUT', `/business_entities/${own.business_entity_id}`, { primary_tag_group_id: site.id });
  expect(await wrong({ type: 'earning', tag_group_id: site.id, ...template(text) })).toEqual([
    'expense_segment_template',
  ]);
  const made = await make('/accounting_code_rules', {
    ...own_entity,
    tag_id: north.id,
    type: 'earning',
    subtype: 'wage',
    expense_accounting_code_id: wages.id,
  });
  expect(made.data).toMatchObject({ subtype: 'wage', subtypes: ['wage'], tag: { id: north.id }, tag_group: null });
  const changed = await own.must(200, 'PUT', `/accounting_code_rules/${made.id}`, { subtypes: ['salary', 'wage'] });
  expect(changed.data).toMatchObject({ subtype: 'salary', subtypes: ['salary', 'wage'] });
  expect(await refusedAt('PUT', `/accounting_code_rules/${made.id}`, { type: 'allowance' })).toEqual([
    'subtypes.0',
    'subtypes.1',
  ]);
  // A rule of a group decides nothing unless it is the primary one.
  const crew = await group('Rule crew');
  expect(await wrong({ type: 'earning', tag_group_id: crew.id })).toEqual(['tag_group_id']);
  expect(await refusedAt('PUT', `/accounting_code_rules/${made.id}`, { tag_id: null, tag_group_id: crew.id })).toEqual([
    'tag_group_id',
  ]);
  const counted = await own.must(200, 'GET', `/tags/${north.id}?expand[]=counts`);
  expect(counted.data).toMatchObject({
    is_deletable: false,
    counts: { work_assignments: 0, recurring_items: 0, accounting_code_rules: 1 },
  });
  await own.must(400, 'DELETE', `/tags/${north.id}`);
});

test('code rules, rule 10: rules are found by nested filters', async () => {
  const entity = { business_entity_id: other };
  const site = await make('/tag_groups', { ...entity, label: 'Search' });
  await own.must(200, 'PUT', `/business_entities/${other}`, { primary_tag_group_id: site.id });
  const wage = await make('/accounting_code_rules', { ...entity, type: 'earning', subtypes: ['wage', 'salary'] });
  const any = await make('/accounting_code_rules', { ...entity, type: 'allowance' });
  const tagged = await make('/accounting_code_rules', { ...entity, tag_group_id: site.id });
  const found = async (body: object): Promise<string[]> =>
    (await own.must(200, 'POST', '/accounting_code_rules/search', { ...entity, ...body })).data.map(
      ({ id }: { id: string }) => id,
    );
  // Those of one millisecond come in any order.
  expect((await found({})).sort()).toEqual([wage.id, any.id, tagged.id].sort());
  expect(await found({ subtypes: { include: ['salary'] } })).toEqual([wage.id]);
  expect((await found({ types: { exclude: ['earning'] } })).sort()).toEqual([any.id, tagged.id].sort());
  expect(await found({ has_subtype: false, has_type: true })).toEqual([any.id]);
  const either = await found({ any_of: [{ has_tag_group: true }, { any_of: [{ subtypes: { include: ['wage'] } }] }] });
  expect(either.sort()).toEqual([wage.id, tagged.id].sort());
  // Those of the root hold with those of any set; no set, or none in it, adds nothing.
  expect(await found({ has_tag_group: false, any_of: [{ has_subtype: true }, { has_tag_group: true }] })).toEqual([
    wage.id,
  ]);
  expect((await found({ any_of: [] })).length).toBe(3);
  expect((await found({ tag_groups: { exclude: [site.id] } })).sort()).toEqual([wage.id, any.id].sort());
  expect(await found({ tag_groups: { include: [site.id] }, has_type: true })).toEqual([]);
  const unset = ['has_tag', 'has_business_preset', 'has_expense_accounting_code', 'has_liability_accounting_code'];
  for (const filter of unset) {
    expect(await found({ [filter]: true })).toEqual([]);
    expect((await found({ [filter]: false })).length).toBe(3);
  }
  const malformed = {
    business_entity_id: other,
    types: { include: ['sum'] },
    has_tag: 'often',
    any_of: [{ tags: ['x'] }],
  };
  expect(await refusedAt('POST', '/accounting_code_rules/search', malformed)).toEqual([
    'types.include.0',
    'has_tag',
    'any_of.0.tags',
  ]);
  expect(await refusedAt('POST', '/accounting_code_rules/search', {})).toEqual(['business_entity_id']);
  const listed = await own.must(200, 'GET', `/accounting_code_rules?business_entity_id=${other}&has_tag_group=true`);
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([tagged.id]);
});

test('tag groups, rule 6, tag assignments, rules 1 to 4 and 9: tags are assigned to records of pay, and refused on other records', async () => {
  const [site, team] = [await group('Where'), await group('Who')];
  const tagOf = async (tag_group_id: string, label: string) => (await make('/tags', { tag_group_id, label })).id;
  const [north, south, bakers] = [
    await tagOf(site.id, 'North'),
    await tagOf(site.id, 'South'),
    await tagOf(team.id, 'Bakers'),
  ];
  const theirs = await make('/tag_groups', { business_entity_id: other, label: 'Elsewhere' });
  const foreign = await tagOf(theirs.id, 'Abroad');
  const spread = (...shares: [string[], number][]) => ({
    unit: 'percentage',
    tag_allocations: shares.map(([tags, value]) => ({ tags, value })),
  });
  const path = `/work_assignments/${own.assignments[0]}`;
  const wrong = (tag_assignment: object) => refusedAt('PUT', path, { tag_assignment });
  expect(await wrong(spread([['tag_none'], 10]))).toEqual(['tag_assignment.tag_allocations.0.tags.0']);
  expect(await wrong(spread([[foreign], 10]))).toEqual(['tag_assignment.tag_allocations.0.tags.0']);
  expect(await wrong(spread([[north, south], 10]))).toEqual(['tag_assignment.tag_allocations.0.tags.1']);
  expect(await wrong(spread([[north], 60], [[south], 40.5]))).toEqual(['tag_assignment.tag_allocations']);
  await own.must(200, 'PUT', `/tags/${south}`, { archived_at: '2026-01-01' });
  expect(await wrong(spread([[south], 40]))).toEqual(['tag_assignment.tag_allocations.0.tags.0']);
  await own.must(200, 'PUT', path, { tag_assignment: spread([[north, bakers], 60]) });
  const shown = await own.must(200, 'GET', `${path}?expand[]=tag_assignment`);
  expect(shown.data.tag_assignment).toEqual({
    unit: 'percentage',
    is_component_locked: false,
    tag_allocations: [{ tags: [north, bakers], value: 60 }],
  });
  expect((await own.must(200, 'GET', `/tags/${bakers}`)).data.is_deletable).toBe(false);

  // It is handed down to lines, and a line of its own may say otherwise.
  const [payroll] = await own.payrolls();
  const stub = await own.stubOf(payroll!.id, own.assignments[0]!);
  const line = (more: object) => ({
    pay_stub_id: stub,
    earning_type: 'bonus_discretionary',
    custom_amount: 100,
    ...more,
  });
  const inherited = await make('/earning_line_items', line({}));
  const own_tags = { unit: 'amount', tag_allocations: [{ tags: [north], value: 40 }] };
  expect(
    await refusedAt('POST', '/earning_line_items', line({ custom_amount: 39, custom_tag_assignment: own_tags })),
  ).toEqual(['custom_tag_assignment.tag_allocations']);
  const custom = await make('/earning_line_items', line({ custom_tag_assignment: own_tags }));
  const tagsOf = async (id: string) =>
    (await own.must(200, 'GET', `/earning_line_items/${id}?expand[]=tag_assignment`)).data.tag_assignment;
  expect(await tagsOf(inherited.id)).toMatchObject({ tag_allocations: [{ tags: [north, bakers], value: 60 }] });
  expect(await tagsOf(custom.id)).toMatchObject({ unit: 'amount', tag_allocations: [{ tags: [north], value: 40 }] });
  await own.must(200, 'PUT', path, { tag_assignment: null });
  // A line that names a tag keeps it; hours are a unit of earnings alone, and at most those of the line.
  expect((await own.must(200, 'GET', `/tags/${north}`)).data.is_deletable).toBe(false);
  const hours = (value: number) => ({ unit: 'hours', tag_allocations: [{ tags: [north], value }] });
  expect(
    await refusedAt('POST', '/earning_line_items', line({ custom_hours: 3, custom_tag_assignment: hours(4) })),
  ).toEqual(['custom_tag_assignment.tag_allocations']);
  expect(
    await refusedAt('POST', '/deduction_line_items', {
      pay_stub_id: stub,
      deduction_type: 'union_dues',
      custom_amount: 5,
      custom_tag_assignment: hours(1),
    }),
  ).toEqual(['custom_tag_assignment.unit']);
  expect(await wrong(own_tags)).toEqual(['tag_assignment.unit']);
});

test('tags, rule 5, tag groups, rule 1: a token of purpose component cannot change locked members; other tokens can', async () => {
  const { access_token: page } = (
    await service.request('POST', '/token', { company_id: own.company_id, purpose: 'component' }, service.partnerSecret)
  ).body;
  const asPage = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
    service.request(method, path, body, page, headers);
  const places = async (method: string, path: string, body: object, headers?: Record<string, string>) => {
    const answer = await asPage(method, path, body, headers);
    expect([answer.status, answer.text]).toEqual([422, expect.anything()]);
    return answer.body.errors as Record<string, string[]>;
  };
  const site = await group('Locked site', { is_component_locked: true });
  const tag = await make('/tags', { tag_group_id: site.id, label: 'Locked north' });
  for (const [method, path] of [
    ['PUT', `/tags/${tag.id}`],
    ['DELETE', `/tags/${tag.id}`],
    ['PUT', `/tag_groups/${site.id}`],
  ] as const)
    expect((await asPage(method, path, method === 'PUT' ? { label: 'Mine' } : undefined)).status).toBe(403);
  await own.must(200, 'PUT', `/tags/${tag.id}`, { label: 'Locked south' });

  const [payroll] = await own.payrolls();
  const stub = await own.stubOf(payroll!.id, own.assignments[0]!);
  const body = { pay_stub_id: stub, allowance_type: 'cell_phone_allowance', custom_amount: 30 };
  const share = { unit: 'percentage', tag_allocations: [{ tags: [tag.id], value: 50 }] };
  const line = await make('/allowance_line_items', { ...body, custom_tag_assignment: share });
  const path = `/allowance_line_items/${line.id}`;
  const shown = async () => (await own.must(200, 'GET', `${path}?expand[]=custom_tag_assignment`)).data;

  // What is not locked it changes; what is locked it does not set.
  expect((await asPage('PUT', path, { title: 'By a page', custom_tag_assignment: share })).status).toBe(200);
  expect(Object.keys(await places('PUT', path, { component_settings: { attributes_locked: true } }))).toEqual([
    'component_settings',
  ]);
  expect(
    Object.keys(await places('PUT', path, { custom_tag_assignment: { ...share, is_component_locked: true } })),
  ).toEqual(['custom_tag_assignment.is_component_locked']);

  // Tags that are locked, on the line and where it has them from.
  await own.must(200, 'PUT', path, { custom_tag_assignment: { ...share, is_component_locked: true } });
  const locked = await shown();
  for (const custom_tag_assignment of [null, share])
    expect(await places('PUT', path, { title: 'Again', custom_tag_assignment })).toEqual({
      custom_tag_assignment: [expect.stringContaining('is locked to pages in a browser')],
    });
  expect(await places('PUT', path, { custom_tag_assignment: null }, { 'Accept-Language': 'fr' })).toEqual({
    custom_tag_assignment: [expect.stringContaining("est verrouillé pour les pages d'un navigateur")],
  });
  expect(await shown()).toEqual(locked);
  const assignment = `/work_assignments/${own.assignments[0]}`;
  await own.must(200, 'PUT', assignment, { tag_assignment: { ...share, is_component_locked: true } });
  const lines = async () =>
    (await own.must(200, 'GET', `/allowance_line_items?pay_stub_id=${stub}&per_page=100`)).data.length;
  const before = await lines();
  expect(Object.keys(await places('POST', '/allowance_line_items', { ...body, custom_tag_assignment: share }))).toEqual(
    ['custom_tag_assignment'],
  );
  expect(await lines()).toBe(before);
  const inherits = await make('/allowance_line_items', body);
  expect(
    Object.keys(await places('PUT', `/allowance_line_items/${inherits.id}`, { custom_tag_assignment: share })),
  ).toEqual(['custom_tag_assignment']);
  await own.must(200, 'PUT', assignment, { tag_assignment: null });

  // A line whose attributes are locked.
  await own.must(200, 'PUT', path, { component_settings: { attributes_locked: true } });
  const whole = await shown();
  expect(
    Object.keys(
      await places('PUT', path, { custom_amount: 31, title: 'No', component_settings: { attributes_locked: false } }),
    ).sort(),
  ).toEqual(['component_settings', 'custom_amount', 'title']);
  expect((await asPage('DELETE', path)).body.message).toContain('locked to pages in a browser');
  expect(await shown()).toEqual(whole);
  await own.must(200, 'PUT', path, { custom_amount: 31 });
  await own.must(204, 'DELETE', path);
});

test('a merge whose remaining code is deleted before its answer was done, and says so, also when that is lost', async () => {
  const { gate } = service.service.services;
  const { followed } = gate;
  const merged = async (answer: 'lost' | 'given') => {
    const [into, gone] = [await code('expense', 'Kept'), await code('expense', 'Merged')];
    const path = `/accounting_codes/${into.id}`;
    let deleted: Promise<unknown> | undefined;
    gate.followed = async (...more) => {
      const isFollowed = await followed(...more);
      if (deleted || !more[1]?.includes('merges')) return isFollowed;
      deleted = own.must(204, 'DELETE', path);
      await deleted;
      if (answer === 'lost') throw new Error('the process ends here');
      return isFollowed;
    };
    const merge = () =>
      own.call('POST', `${path}/merge`, { accounting_code_ids: [gone.id] }, { 'X-Idempotency-Key': into.id });
    const first = await merge();
    expect(first.status).toBe(answer === 'lost' ? 500 : 200);
    const last = answer === 'lost' ? await merge() : first;
    expect([last.status, last.body.id, last.body.data.title]).toEqual([200, into.id, 'Kept']);
    await own.must(404, 'GET', path);
  };
  try {
    await merged('given');
    await merged('lost');
  } finally {
    gate.followed = followed;
  }
});

test("a request that broke off acts on no other company's record when it is repeated", async () => {
  const [into, gone] = [await code('expense', 'Own'), await code('expense', 'Own too')];
  const other = await service.company();
  const { read } = service.service.services;
  const { getMany } = read;
  const merge = () =>
    other.request(
      'POST',
      `/accounting_codes/${into.id}/merge`,
      { accounting_code_ids: [gone.id] },
      { 'X-Idempotency-Key': 'of another company' },
    );
  read.getMany = () => Promise.reject(new Error('the process ends here'));
  const first = await merge();
  read.getMany = getMany;
  expect([first.status, (await merge()).status]).toEqual([500, 404]);
  await own.must(200, 'GET', `/accounting_codes/${gone.id}`);
});

test('rule 5 of codes, in two processes: a record that is written while a code is merged refers to the remaining code, in either order, and to none while the code is deleted', async () => {
  const second = await service.another();
  const ask = requestTo(second.url);
  const issued = await ask('POST', '/token', { company_id: own.company_id }, service.partnerSecret);
  const onSecond = async (status: number, method: string, path: string, body?: object) => {
    const answer = await ask(method, path, body, issued.body.access_token);
    expect([answer.status, answer.text]).toEqual([status, expect.anything()]);
    return answer.body;
  };
  const stores = [service.service, second].map(({ services }) => services.store);
  const plain = stores.map((store) => store.append.bind(store));
  /** Once, right before an event of a type is appended by whichever process. */
  const before = (type: string, act: () => Promise<unknown>) => {
    let acted: Promise<unknown> | undefined;
    stores.forEach((store, i) => {
      store.append = async (stream, events, expected) => {
        if (!acted && events.some((event) => event.type === type)) {
          acted = act();
          await acted;
        }
        return plain[i]!(stream, events, expected);
      };
    });
    return () => acted;
  };
  const itemWith = (expense_accounting_code_id: string) => ({
    work_assignment_id: own.assignments[0],
    allowance_type: 'cell_phone_allowance',
    frequency: 'per_payroll',
    amount: 12,
    effective_from: '2026-01-01',
    expense_accounting_code_id,
  });
  const codeOf = async (path: string) => (await own.must(200, 'GET', path)).data.expense_accounting_code.id;
  const merge = (into: string, gone: string) =>
    onSecond(200, 'POST', `/accounting_codes/${into}/merge`, { accounting_code_ids: [gone] });
  try {
    const [into, gone, later] = [
      await code('expense', 'Left'),
      await code('expense', 'Gone'),
      await code('expense', 'Later'),
    ];
    // Looked at by the first process before the second one merges, written after it.
    before('AllowanceCreated', () => merge(into.id, gone.id));
    const overtaken = await make('/allowances', itemWith(gone.id));
    await own.must(404, 'GET', `/accounting_codes/${gone.id}`);
    await until(async () => (await codeOf(`/allowances/${overtaken.id}`)) === into.id);
    // Written by the first process between the last look of a merge and its end.
    let between: { id: string } | undefined;
    before('AccountingCodeDeleted', async () => {
      between = await make('/allowances', itemWith(later.id));
    });
    await merge(into.id, later.id);
    await until(async () => between !== undefined && (await codeOf(`/allowances/${between.id}`)) === into.id);
    // And then it is unknown.
    expect(await refusedAt('POST', '/allowances', itemWith(later.id))).toEqual(['expense_accounting_code_id']);
    // Looked at by the first process before the second one deletes it, written after it.
    const deleted = await code('expense', 'Deleted');
    before('AllowanceCreated', () => onSecond(204, 'DELETE', `/accounting_codes/${deleted.id}`));
    const without = await make('/allowances', itemWith(deleted.id));
    await until(
      async () => (await own.must(200, 'GET', `/allowances/${without.id}`)).data.expense_accounting_code === null,
    );
  } finally {
    stores.forEach((store, i) => {
      store.append = plain[i]!;
    });
  }
});
