import { describe, expect, test } from 'vitest';
import type { LogEvent } from '../../../src/event-store/port.ts';
import { tagManager } from '../../../src/processes/accounting/gone-tags.ts';
import { mergeManager } from '../../../src/processes/accounting/merges.ts';
import { type PayrollWorldOptions, payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { before } from '../../support/right-before.ts';

/** Tags and tag groups: what names one cannot be deleted, and nothing names one that is gone, whoever writes when. */
const ready = async (options: PayrollWorldOptions = {}) => {
  const world = await payrollWorld(options);
  const { given, employer } = world;
  const group = (label: string) => given.created('tag_group', { business_entity_id: employer.id, label });
  const tag = (of: { id: string }, label: string) => given.created('tag', { tag_group_id: of.id, label });
  return { ...world, group, tag, tags: tagManager(world.services) };
};
type World = Awaited<ReturnType<typeof ready>>;

const spread = (...shares: { id: string }[][]) => ({
  unit: 'percentage',
  tag_allocations: shares.map((tags) => ({ tags: tags.map(({ id }) => id), value: '50' })),
});
const rateWith = async ({ hired, given }: World, ...shares: { id: string }[][]) => {
  const { assignment } = await hired();
  const tag_assignment = spread(...shares);
  return given.created('pay_rate', { work_assignment_id: assignment.id, ...SALARY, tag_assignment });
};
const tagsOf = async ({ stateOf }: World, rate: { id: string }) =>
  (await stateOf('pay_rate', rate.id))?.tag_assignment?.tag_allocations.map(({ tags }) => tags) ?? null;

describe('a record that is made to refer to a tag during its deletion loses the reference', () => {
  test('when it is checked before the deletion and written after it', async () => {
    let deleted = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('PayRateCreated', () => deleted()) });
    const [place, trade] = [await world.group('Place'), await world.group('Trade')];
    const [gone, baker] = [await world.tag(place, 'Oshawa'), await world.tag(trade, 'Baker')];
    deleted = () => world.given.deleted('tag', gone.id);
    const rate = await rateWith(world, [gone, baker], [gone]);
    expect(await world.stateOf('tag', gone.id)).toBeUndefined();
    await world.follow(world.tags);
    // The first share goes to the tag that is left; of the second none is, so it follows the default.
    expect(await tagsOf(world, rate)).toEqual([[baker.id]]);
  });

  test('when it is written between the decision and the append of the deletion', async () => {
    let written = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('TagDeleted', () => written()) });
    const group = await world.group('Place');
    const gone = await world.tag(group, 'Oshawa');
    await world.given.changed('business_entity', world.employer.id, { primary_tag_group_id: group.id });
    let made: { rate: { id: string }; rule: { id: string } } | undefined;
    const { assignment } = await world.hired();
    written = async () => {
      const rate = { work_assignment_id: assignment.id, ...SALARY, tag_assignment: spread([gone]) };
      const rule = { business_entity_id: world.employer.id, type: 'earning', tag_id: gone.id };
      made = {
        rate: await world.given.created('pay_rate', rate),
        rule: await world.given.created('accounting_code_rule', rule),
      };
    };
    await world.given.deleted('tag', gone.id);
    await world.follow(world.tags);
    expect(await tagsOf(world, made!.rate)).toBeNull();
    // Without its tag it would hold for everything.
    expect(await world.stateOf('accounting_code_rule', made!.rule.id)).toBeUndefined();
    const { events } = await world.when(() => world.follow({ ...world.tags, name: 'tags once more' }));
    expect(events).toEqual([]);
  });

  test('and a tag that is referred to cannot be deleted', async () => {
    const world = await ready();
    const tag = await world.tag(await world.group('Place'), 'Oshawa');
    const rate = await rateWith(world, [tag]);
    const { problem, events } = await world.when(() => world.given.deleted('tag', tag.id));
    expect([problem?.status, events]).toEqual([400, []]);
    await world.follow(world.tags);
    expect(await tagsOf(world, rate)).toEqual([[tag.id]]);
  });
});

describe('during the deletion of a tag group', () => {
  test('a tag that is created in the group is deleted too, and references to that tag are removed', async () => {
    let deleted = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('TagCreated', () => deleted()) });
    const group = await world.group('Place');
    deleted = () => world.given.deleted('tag_group', group.id);
    const tag = await world.tag(group, 'Oshawa');
    const rate = await rateWith(world, [tag]);
    await world.follow(world.tags);
    await world.follow(world.tags);
    expect(await world.stateOf('tag', tag.id)).toBeUndefined();
    expect(await tagsOf(world, rate)).toBeNull();
  });

  test('the employer loses it as primary group, and segments with its tag are left out', async () => {
    let written = async (): Promise<unknown> => undefined;
    const world = await ready({ store: before('TagGroupDeleted', () => written()) });
    const group = await world.group('Place');
    const words = { type: 'text', text: 'PAY' };
    let rule: { id: string } | undefined;
    written = async () => {
      await world.given.changed('business_entity', world.employer.id, { primary_tag_group_id: group.id });
      rule = await world.given.created('accounting_code_rule', {
        business_entity_id: world.employer.id,
        type: 'earning',
        expense_segment_template: { segments: [{ type: 'tag_group', tag_group_id: group.id }, words] },
      });
    };
    await world.given.deleted('tag_group', group.id);
    await world.follow(world.tags);
    expect((await world.stateOf('business_entity', world.employer.id))?.primary_tag_group_id).toBeNull();
    expect((await world.stateOf('accounting_code_rule', rule!.id))?.expense_segment_template).toEqual({
      segments: [expect.objectContaining(words)],
    });
  });
});

test.each([
  ['tags', tagManager],
  ['codes', mergeManager],
] as const)('what an event holds is not read where its record names no %s', async (_, managerOf) => {
  const { services } = await payrollWorld();
  const { rechecks } = managerOf(services);
  const event: LogEvent = {
    position: 1n,
    id: 'e',
    type: 'PayStubExplained',
    stream: 'pay_stub-payst_1',
    revision: 2n,
    metadata: {},
    // An approval appends megabytes of them.
    get data(): never {
      throw new Error('it was read');
    },
  };
  expect(rechecks!(event, 0n, 0n, 0n)).toBe(false);
});
