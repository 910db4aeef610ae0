import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { generateEvents, PAGE } from '../../../scripts/events.ts';
import { eventSchema } from '../../../src/http/event-schema.ts';
import { appendTo, loadStream } from '../../../src/kernel/changes/execute.ts';
import { makeFolder } from '../../../src/kernel/definition/fold.ts';
import { eventsOf } from '../../../src/kernel/definition/record-events.ts';
import type { EventBody } from '../../../src/kernel/definition/resource.ts';
import { type DomainEvent, defineEvent, newEvent, version1 } from '../../../src/kernel/events/define.ts';
import { membersOf } from '../../../src/payrolls/events/list.ts';
import { payStubClosed } from '../../../src/payrolls/events/pay-stub.ts';
import { payrollApproved, payrollPaymentsPlanned, payrollStubsAdded } from '../../../src/payrolls/events/payroll.ts';
import { registry } from '../../../src/registry.ts';
import { isObject, type JsonObject, objectOf } from '../../../src/values/json.ts';
import { crateInspected, registry as depot } from '../../support/depot.ts';
import { inMemory } from '../../support/in-memory.ts';
import { payrollWorld, SALARY } from '../../support/payroll-world.ts';
import { QUICKLY } from '../../support/quick-schemas.ts';
import { readRecorded } from '../../support/recorded-log.ts';

describe('an event', () => {
  test('that is not declared, or with data of another shape, does not compile', () => {
    // @ts-expect-error a name is made by a declaration alone
    const unknown: EventBody = { type: 'PayrollAproved', data: {} };
    // @ts-expect-error the stub's work assignment is missing
    const lacking = () => payrollStubsAdded({ stubs: [{ id: 'payst_1' }] });
    // @ts-expect-error `pay_date` is a text
    const wrong = () => eventsOf('payroll').created({ pay_date: 20_260_109 });
    expect([unknown, lacking, wrong]).toHaveLength(3);
  });

  test('is recognized only by its declaration: comparing its type with a text does not compile', () => {
    const approved: DomainEvent = {
      ...payrollApproved({
        pay_schedule_id: 'paysc_1',
        approved_at: '2026-01-05',
        stub_count: 0,
        stubs: [],
        remuneration: {},
      }),
      id: 'e',
      stream: 'payroll-payrl_1',
      revision: 0n,
      metadata: {},
    };
    // @ts-expect-error a name that nobody declared
    expect(approved.type === 'PayrollAproved').toBe(false);
    // @ts-expect-error a declared one: whoever misspells it would not hear of it
    expect(approved.type === 'PayrollApproved').toBe(true);
    expect(payrollApproved.is(approved)).toBe(true);
    expect(payrollStubsAdded.is(approved)).toBe(false);
  });

  test('has its type only in its declaration, which all other code uses', () => {
    const declared = new Set<string>(makeFolder(registry).events.map(({ declaration }) => declaration.type));
    const root = new URL('../../../', import.meta.url);
    const files = ['src', 'projections'].flatMap((top) =>
      readdirSync(new URL(top, root), { recursive: true, encoding: 'utf8' }).map((name) => `${top}/${name}`),
    );
    const elsewhere = files
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => {
        const literals = readFileSync(new URL(name, root), 'utf8').matchAll(/(type: )?'([A-Z][A-Za-z]+)'/g);
        return [...literals]
          .filter(([, declares, literal]) => declared.has(literal!) && !(declares && /\bevents\b/.test(name)))
          .map(([, , literal]) => `${literal} in ${name}`);
      });
    expect(elsewhere).toEqual([]);
  });

  test('with wrong data is refused with its type, member and reason, and nothing of its append is stored', async () => {
    const world = inMemory({ registry: depot });
    const bodies = [
      eventsOf('crate').changed({ label: 'North' }),
      eventsOf('crate').changed({ weight: 'much', hue: 'red' }),
    ];
    const append = () => appendTo('crate-1', 'change', world.origin(), world.services, async () => bodies);
    await expect(append()).rejects.toThrow(
      /^the event CrateChanged does not fit its declaration: weight: .*expected number.*; .*"hue"/,
    );
    await expect(world.services.store.readStream('crate-1')).rejects.toThrow();
  });

  test('accepts settings with the members of the interface, and no others', () => {
    const folder = makeFolder(registry);
    const fits = (type: string, data: JsonObject) => folder.declarationOf(type).schema.safeParse(data).success;
    const changes: [string, string, string][] = [
      ['PayScheduleChanged', 'pay_stub_settings', 'show_vacation_pay_balance'],
      ['EarningLineItemChanged', 'component_settings', 'attributes_locked'],
    ];
    for (const [type, settings, member] of changes) {
      expect([type, fits(type, { [settings]: { [member]: true } })]).toEqual([type, true]);
      expect([type, fits(type, { [settings]: { [member]: 'yes' } })]).toEqual([type, false]);
      expect([type, fits(type, { [settings]: { [member]: true, more: 1 } })]).toEqual([type, false]);
    }
  });

  test('is validated before personal members are sealed, and the error does not contain their values', async () => {
    const world = inMemory({ registry: depot });
    const body = eventsOf('driver').created({ name: 'Ada', sin: ['046454286'] });
    const append = () => appendTo('driver-1', 'create', world.origin(), world.services, async () => [body]);
    await expect(append()).rejects.toThrow(/DriverCreated .* sin: /);
    await expect(append()).rejects.not.toThrow(/046454286/);
  });

  test('is declared once, with the version after its earlier ones', () => {
    const declared = () =>
      defineEvent({
        type: 'CrateWeighed',
        version: 3,
        says: 'A crate was weighed.',
        data: z.strictObject({ grams: z.int() }),
        earlier: version1(z.object({ kilos: z.int() }), ({ kilos }) => ({ grams: kilos * 1_000 })),
      });
    expect(declared).toThrow(/version 3 with 1 versions before it/);
    const [crate] = depot.all.filter(({ object }) => object === 'crate');
    const twice = { ...depot, all: [crate!, { ...crate!, object: 'box', events: [crateInspected] }] };
    expect(() => makeFolder(twice)).toThrow(/two resources declare the event CrateInspected/);
  });
});

describe('events of earlier versions', () => {
  test('are upcast through every version to the newest', () => {
    const [first, second] = crateInspected.upcasters;
    expect(second!(first!({ who: 'Ada' }))).toEqual({ by: ['Ada'], damaged: false });
  });

  test('that follow from the fields of a record are upcast to its current fields', async () => {
    const world = inMemory({ registry: depot });
    const append = (version: number | undefined, data: JsonObject) => {
      const { tenant } = world.origin();
      const event = { id: crypto.randomUUID(), type: 'CrateCreated', data };
      const metadata = { ...tenant, occurred_at: '2026-01-05T17:00:00Z', ...(version && { schema_version: version }) };
      return world.services.store.append(`crate-crt_${version}`, [{ ...event, metadata }], 'no_stream');
    };
    await append(1, { label: 'North', paint: 'red', weight: 0, sealed: false });
    await append(2, { label: 'North', colour: 'blue', weight: 0, sealed: false });
    const colourOf = async (id: string) =>
      (await loadStream(`crate-${id}`, world.services)).aggregate.get('crate', id)?.colour;
    expect([await colourOf('crt_1'), await colourOf('crt_2')]).toEqual(['red', 'blue']);
  });

  test('fold like current ones, into rows and into the facts of a payroll', async () => {
    const world = await payrollWorld();
    await world.hired({ rate: SALARY });
    await world.populated();
    const [payroll] = await world.drafts();
    const [stub] = await world.stubs(payroll!);
    /** Written as it stands, as an earlier version of the code did. */
    const stored = async (stream: string, type: string, data: Record<string, unknown>) => {
      const { store } = world.services;
      const before = await store.readStream(stream);
      const metadata = { ...before.at(-1)!.metadata, schema_version: 1 };
      const event = { id: crypto.randomUUID(), type, data: JSON.parse(JSON.stringify(data)), metadata };
      await store.append(stream, [event], before.at(-1)!.revision);
    };
    const listed = async () => membersOf((await loadStream(`payroll-${payroll!.id}`, world.services)).events);
    expect([...(await listed()).keys()]).toEqual([stub!.id]);
    const taken = { ids: [stub!.id], work_assignment_ids: [stub!.work_assignment_id] };
    await stored(`payroll-${payroll!.id}`, 'PayrollStubsRemoved', taken);
    expect([...(await listed()).keys()]).toEqual([]);
    // Population decides by the list: who belongs there is listed again.
    await world.follow(world.managers.population);
    expect([...(await listed()).keys()]).toEqual([stub!.id]);
    await stored(`pay_stub-${stub!.id}`, payStubClosed.type, { payroll_id: payroll!.id });
    await stored(`payroll-${payroll!.id}`, payrollApproved.type, {
      pay_schedule_id: payroll!.pay_schedule_id,
      approved_at: '2026-11-18',
      stubs: [],
    });
    await world.when(() => world.services.read.get('payroll', world.tenant, payroll!.id));
    expect(world.rows('pay_stub').find(({ id }) => id === stub!.id)).toMatchObject({ is_closed: true });
    expect(world.rows('pay_stub').find(({ id }) => id === stub!.id)).not.toHaveProperty('closed_by');
    expect(await world.stateOf('payroll', payroll!.id)).toMatchObject({ status: 'approved', remuneration: {} });
  });

  test('without is_manual or is_moved are upcast to remittances that are not manual, and whose day was not moved', () => {
    const [second, third] = payrollPaymentsPlanned.upcasters;
    const planned = { approval_id: 'evt_1', rail: 'cpa_005', planned_at: '2026-11-18T17:00:00.000000Z' };
    const cra = { remittance_account_id: 'ra_1', destination: 'cra', amount: '7.5', due_on: null };
    const own = { ...cra, is_manual: true };
    const version2 = { ...planned, remittances: [{ ...cra, is_manual: false }, own] };
    expect(second!({ ...planned, remittances: [cra, own] })).toEqual(version2);
    expect(third!(version2)).toEqual({
      ...planned,
      remittances: version2.remittances.map((one) => ({ ...one, is_moved: false })),
    });
  });

  test('that exist in stored logs fit their version', () => {
    const folder = makeFolder(registry);
    const versions = readRecorded().map(({ type, data, metadata }) => {
      const { earlier, schema } = folder.declarationOf(type);
      const found = [...earlier, schema][(metadata.schema_version ?? 1) - 1]!.safeParse(data);
      return found.success ? 'fits' : `${type}: ${found.error.message}`;
    });
    expect([...new Set(versions)]).toEqual(['fits']);
  });

  test('fit when they are from before a family of pay items was added', () => {
    const summed = readRecorded().filter(({ data }) => isObject(data.line_item_summary));
    expect(new Set(summed.map(({ type }) => type))).toEqual(new Set(['PayStubCreated', 'PayStubCalculated']));
    const folder = makeFolder(registry);
    for (const { type, data } of summed) {
      const { reimbursements: _, ...line_item_summary } = objectOf(data.line_item_summary);
      const { schema } = folder.declarationOf(type);
      expect([type, schema.safeParse({ ...data, line_item_summary }).error]).toEqual([type, undefined]);
    }
  });
});

describe('the documentation of events', () => {
  const folder = makeFolder(registry);

  test('has one sentence for each event, and describes each member of those that are declared by hand', () => {
    for (const { declaration } of folder.events) expect(declaration.says, declaration.type).toMatch(/^[A-Z].*\.$/s);
  });

  test('in docs/events.md equals the declarations: when this fails, run "npm run events"', () => {
    expect(readFileSync(PAGE, 'utf8') === generateEvents()).toBe(true);
  });

  test('has JSON schemas that accept and refuse what the service does', () => {
    const ajv = new Ajv2020({ strict: false, ...QUICKLY });
    addFormats.default(ajv);
    const fits = ajv.compile(eventSchema(folder, registry));
    for (const { type, data, metadata } of readRecorded())
      expect([type, fits({ type, data, metadata })]).toEqual([type, true]);
    const metadata = { schema_version: 2 };
    const closed = { type: payStubClosed.type, data: { payroll_id: 'payrl_1', approval_id: null } };
    expect(fits({ ...closed, metadata })).toBe(true);
    expect(fits({ ...closed, data: { payroll_id: 'payrl_1' }, metadata })).toBe(false);
    expect(fits({ ...closed, data: { ...closed.data, more: 1 }, metadata })).toBe(false);
    expect(fits({ type: 'PayStubStruckByLightning', data: {}, metadata: {} })).toBe(false);
    const cause = { actor: 'test', correlation_id: 'id', occurred_at: '2026-01-05T17:00:00.000000Z' };
    expect(() => newEvent(payStubClosed, 'id', { data: { payroll_id: 'payrl_1' } }, cause)).toThrow(/approval_id/);
  });
});
