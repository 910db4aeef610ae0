import { isAheadOfLog } from '../../../../projections/rebuild/restored.ts';
import type { Audit, Found } from '../../../audit/invariant.ts';
import { inHandOf, unfinishedOf } from '../../../audit/unfinished.ts';
import { START } from '../../../event-store/port.ts';
import type { State } from '../../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../../kernel/definition/services.ts';
import { assemble } from '../../../main.ts';
import { all } from '../../../values/condition.ts';
import { attached } from '../../terminal/attach.ts';
import { NotChecked } from '../../terminal/errors.ts';
import { counted } from '../../terminal/print.ts';
import { type Company, companyOf } from '../records.ts';

/** What an audit reads: the database and event store of a service that may be running. */
export interface Audited {
  services: Services;
  /** The audit of one company. */
  auditOf(tenant: Company): Audit;
  /** Every company, a page at a time. */
  companies(): AsyncIterable<Company[]>;
  /** The company of a record. @throws UsageError when there is no such record */
  companyOf(object: string, id: string): Promise<Company>;
}

/** How long the read models may take to pass what was appended before: a rebuild beside them slows them down. */
const READABLE_ms = 60_000;
/** And while one is missing that nobody builds: a service that is being started begins with that. */
const MISSING_ms = 5_000;

/** Attaches to the database, and waits until the read models have passed the end of the log as it is now. */
export const audited = (env: NodeJS.ProcessEnv, command: (audited: Audited) => Promise<void>): Promise<void> =>
  attached(env, async (foundation) => {
    const { models, sql, store } = foundation;
    await models.start({ feed: false });
    const { services } = assemble(foundation, 'http://localhost');
    if (await isAheadOfLog(sql, store))
      throw new NotChecked(
        'the event log ends before events that this database has seen: its last events were removed, or it was restored from an older backup; docs/auditing.md says what to do',
      );
    const readable = async (): Promise<void> => {
      const head = await store.head();
      const isMissing = (await models.status()).some(({ state }) => state === 'missing');
      if (await services.gate.followed(head, [], isMissing ? MISSING_ms : READABLE_ms)) return;
      throw new Error(
        `the read models have not reached position ${head} of the event log: check that a service of this version runs, and see "payroll projections list"`,
      );
    };
    await readable();
    let patience_ms = FOLLOWED_ms;
    await command({
      services,
      auditOf: (tenant) => ({
        services,
        tenant,
        unfinished: () => unfinishedOf(sql, services, tenant),
        inHand: () => inHandOf(sql, services, tenant),
        untilFollowed: async () => {
          await readable();
          const head = await store.head();
          const until_ms = performance.now() + patience_ms;
          const follow = (of?: Tenant) =>
            services.gate.followed(head, FOLLOWING, Math.max(0, until_ms - performance.now()), of, START);
          // With parked work of this company the gate does not wait; for all companies it waits, and leaves out parked
          // work. The invariant on unfinished work reports what does not follow in time.
          const isFollowed = (await follow(tenant)) || (await follow());
          // What did not come in that time is not waited for as long again, at each finding.
          patience_ms = isFollowed ? FOLLOWED_ms : AGAIN_FOLLOWED_ms;
          return isFollowed ? head : undefined;
        },
      }),
      companies: async function* () {
        const partners = await sql<{ partner_id: string }[]>`select partner_id from partners order by partner_id`;
        for (const { partner_id } of partners)
          for await (const companies of services.read.pages('company', { partner_id }, all()))
            yield companies.map(({ id }: State) => ({ partner_id, company_id: id }));
      },
      companyOf: (object, id) => companyOf(store, object, id),
    });
  });

/** What stands for the log as a whole among damaged streams. */
export const EVENT_LOG = 'event_log';
/** Damaged streams that are listed. A log that lost a part of it has more of them than anybody reads. */
const MOST_DAMAGED = 1_000;

/** The damaged streams that an audit has met. */
export const makeDamage = () => {
  const streams = new Set<string>();
  return {
    /** Whether a finding is to be told: each damaged stream is, once. @throws NotChecked when there are too many */
    isNews: ({ isDamage, record }: Pick<Found, 'isDamage' | 'record'>): boolean => {
      if (!isDamage) return true;
      if (streams.has(record)) return false;
      if (streams.size === MOST_DAMAGED)
        throw new NotChecked(
          `more than ${MOST_DAMAGED} streams of the event log are damaged; the first ${MOST_DAMAGED} are listed, and the audit ended there`,
        );
      streams.add(record);
      return true;
    },
    /** Says at the end that not all was checked. @throws NotChecked when a stream is damaged */
    refuse: (): void => {
      if (streams.size === 0) return;
      const ofLog = streams.has(EVENT_LOG) ? ['the event log'] : [];
      const ofStreams = streams.size > ofLog.length ? [counted(streams.size - ofLog.length, 'stream')] : [];
      throw new NotChecked(
        `${[...ofLog, ...ofStreams].join(' and ')} ${streams.size === 1 ? 'is' : 'are'} damaged, so not all was checked; docs/auditing.md says what to do`,
      );
    },
  };
};

/** How long the processes may take to follow. */
const FOLLOWED_ms = 30_000;
const AGAIN_FOLLOWED_ms = 5_000;
/** The processes that follow an approval or an edit. */
export const FOLLOWING = ['population', 'approval', 'journal', 'payments', 'usage'];

/** Said of a finding that was never looked at at rest. */
export const CHANGING =
  'seen while the company was written, or its processes had not followed: it may not be so at rest; look again then';
