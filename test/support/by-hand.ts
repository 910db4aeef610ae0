import type { LogEvent, Position } from '../../src/event-store/port.ts';
import type { Services } from '../../src/kernel/definition/services.ts';
import {
  type Handled,
  isRechecked,
  type LastHandled,
  lastWith,
  nothingHandled,
} from '../../src/processes/managers/manager.ts';
import { approvalManager } from '../../src/processes/payroll/approval.ts';
import { populationManager } from '../../src/processes/population/population.ts';
import { type Body, caller } from './salaried.ts';
import { startTestService, type TestCompany, type TestService } from './service.ts';

/**
 * A service whose process managers run when the test says so, with the events that the test chooses: what in operation
 * is a matter of timing is an order of calls here. Requests do not wait for managers.
 */
export interface ByHand {
  service: TestService;
  services: Services;
  /** A company whose token holds whatever the clock says. */
  company(): Promise<TestCompany>;
  /**
   * An employer in preview, of a company of its own.
   *
   * @param now what the clock says from then on
   */
  employer(now?: string, province?: string): Promise<ByHandEmployer>;
  /**
   * Hands population everything that it has not seen, as one batch.
   *
   * @param services what it works with, default the service's own
   * @returns how many events it was handed
   */
  population(services?: Services): Promise<number>;
  /** The same until it is handed no more. */
  rest(): Promise<void>;
  /** What was appended so far is behind population, as if it had done all that followed. */
  skip(): Promise<void>;
  /** Hands the approval manager what it has not seen. */
  approval(services?: Services): Promise<number>;
  /** The employers whose levies population has asked to be looked at, since the last time that they were. */
  asked: string[];
  /** Looks at the levies that were asked for. */
  levies(): Promise<void>;
  /** Everything appended so far can be read. */
  readable(): Promise<void>;
  close(): Promise<void>;
}

export interface ByHandEmployer {
  company: TestCompany;
  call: ReturnType<typeof caller>;
  entity: Body;
  /** The tax property that says its province. */
  located: { type: string; value: string; effective_from: string };
}

interface Managed {
  handles(event: LogEvent): boolean;
  rechecks?(event: LogEvent, lastHandled: Position, lastElsewhere: Position, lastOverturning: Position): boolean;
  onlyAdds?(event: Pick<LogEvent, 'type'>): boolean;
  // biome-ignore lint/suspicious/noExplicitAny: handed what any version of it takes
  handle(batch: any, context?: any): Promise<Handled>;
}

/** A manager, and how far it has been handed the log. */
const follower = (service: TestService, make: (services: Services) => Managed) => {
  let seen: Position = 0n;
  const lastHandled = new Map<string, LastHandled>();
  const follow = async (services: Services): Promise<number> => {
    const manager = make(services);
    const upTo = await services.store.head();
    const chosen: LogEvent[] = [];
    for await (const events of services.store.readAll({ after: seen, upTo }))
      for (const event of events) {
        const company = event.metadata.company_id ?? '';
        const handles = manager.handles(event);
        const last = lastHandled.get(company) ?? nothingHandled(0n);
        if (handles || isRechecked(manager, event, last)) chosen.push(event);
        if (handles) lastHandled.set(company, lastWith(manager, event, last));
      }
    await services.gate.followed(upTo);
    const opened = await service.service.foundation.opened(chosen);
    const managed = opened.map((event, i) => ({ ...event, position: chosen[i]!.position }));
    const { signal } = new AbortController();
    const byCompany = new Map<string | undefined, typeof managed>();
    for (const event of managed)
      byCompany.set(event.metadata.company_id, [...(byCompany.get(event.metadata.company_id) ?? []), event]);
    try {
      for (const events of byCompany.values())
        await manager.handle({ events, upTo, signal, othersWait: async () => false }, undefined);
    } finally {
      // Also what it appended before it failed.
      await services.gate.followed(await services.store.head());
    }
    if (upTo > seen) seen = upTo;
    return managed.length;
  };
  return {
    follow,
    skip: async () => {
      seen = await service.service.services.store.head();
    },
  };
};

export const startByHand = async (): Promise<ByHand> => {
  const service = await startTestService({ config: { roles: ['api', 'projections'] } });
  const { services } = service.service;
  const { followed } = services.gate;
  services.gate.followed = (position, _follows, within_ms) => followed(position, [], within_ms);
  const asked: string[] = [];
  const later = {
    nextYear: async () => {},
    levies: async (entity: string) => void asked.push(entity),
  };
  const populate = follower(service, (own) => populationManager(own, later as never) as unknown as Managed);
  const approve = follower(service, (own) => approvalManager(own) as unknown as Managed);
  const population = (own: Services = services) => populate.follow(own);
  const newCompany = async (): Promise<TestCompany> => {
    const made = await service.company();
    let token = { value: made.token, at: service.clock.now_ms() };
    return {
      ...made,
      request: async (method, path, body, headers) => {
        if (token.at !== service.clock.now_ms()) {
          const answer = await service.request('POST', '/token', { company_id: made.id }, service.partnerSecret);
          token = { value: answer.body.access_token, at: service.clock.now_ms() };
        }
        return service.request(method, path, body, token.value, headers);
      },
    };
  };
  return {
    service,
    services,
    company: newCompany,
    employer: async (now = '2026-11-30T17:00:00.000Z', province = 'ca_on') => {
      service.clock.set(now);
      const company = await newCompany();
      const call = caller(company);
      const located = { type: 'ca::province_of_employment', value: province, effective_from: '2025-01-01' };
      const entity = await call('POST', '/business_entities', {
        business_number: '123456782RP0001',
        name: 'Northlake Bakery',
        in_preview: true,
        tax_properties: [located],
      });
      return { company, call, entity, located };
    },
    population,
    rest: async () => {
      for (let round = 0; (await population()) > 0; round++)
        if (round > 20) throw new Error('population does not come to rest');
    },
    skip: populate.skip,
    approval: (own: Services = services) => approve.follow(own),
    asked,
    levies: async () => {
      const { followLevies } = await import('../../src/processes/population/levies.ts');
      const { actingFor } = await import('../../src/processes/payroll/origins.ts');
      for (const entity of new Set(asked.splice(0))) {
        const [created] = await services.store.readStream(`business_entity-${entity}`);
        const { metadata } = created!;
        const { company_id, partner_id } = metadata;
        const tenant = { company_id: company_id!, partner_id: partner_id! };
        const acting = actingFor(
          'population',
          { id: crypto.randomUUID(), metadata, lease: undefined },
          tenant,
          services,
        );
        for (let pass = 0; (await followLevies(entity, acting)).more; pass++)
          if (pass > 5) throw new Error(`the levies of ${entity} do not come to rest`);
      }
      await followed(await services.store.head());
    },
    readable: async () => void (await followed(await services.store.head())),
    close: () => service.close(),
  };
};

/**
 * Services of a process that is paused right before it appends an event of a type, until it is let go. Who waits until it
 * is there can read what it appended before.
 *
 * @param pauses how many such appends are held, default all
 */
export const pausedBefore = (services: Services, type: string, pauses = Number.POSITIVE_INFINITY) => {
  const { store } = services;
  let letGo = (): void => {};
  let reached = (): void => {};
  const going = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const there = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let held = 0;
  const append: typeof store.append = async (stream, events, expected) => {
    if (events.some((event) => event.type === type) && held++ < pauses) {
      await services.gate.followed(await services.store.head());
      reached();
      await going;
    }
    return store.append(stream, events, expected);
  };
  return { services: { ...services, store: { ...store, append } }, there, letGo: () => letGo() };
};

/** The store's next append of an event of a type waits, whoever makes it, until it is let go. */
export const holdAppend = ({ store }: Services, type: string) => {
  const { append } = store;
  let letGo = (): void => {};
  const going = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const there = new Promise<void>((resolve) => {
    store.append = async (stream, events, expected) => {
      if (events.some((event) => event.type === type)) {
        store.append = append;
        resolve();
        await going;
      }
      return append(stream, events, expected);
    };
  });
  return { there, letGo: () => letGo() };
};
