import {
  checkAll,
  checkThese,
  type Finding,
  type Invariant,
  LEDGER_IS_WHOLE,
  RESTORE,
} from '../../../audit/invariant.ts';
import { INVARIANTS, OF_THE_LOG } from '../../../audit/invariants.ts';
import { overTheLog } from '../../../audit/over-the-log.ts';
import { ledgerIsWhole } from '../../../audit/whole-ledger.ts';
import { UnreadableEvent } from '../../../event-store/errors.ts';
import { counted, say } from '../../terminal/print.ts';
import { table } from '../../terminal/table.ts';
import type { Company } from '../records.ts';
import { type Audited, audited, CHANGING, EVENT_LOG, makeDamage } from './audited.ts';

export interface CheckCommand {
  /** Default all companies. */
  company?: string;
  /** One JSON object for each finding, one a line. */
  json?: boolean;
}

/** How often a line says how far the check has come. */
const PROGRESS_ms = 2_000;

interface Tally {
  looked: number;
  findings: number;
}

/** Counts subjects and findings, and prints the count now and then on stderr. */
const makeTally = () => {
  const counts = new Map<string, Tally>(INVARIANTS.map(({ name }) => [name, { looked: 0, findings: 0 }]));
  let said_ms = performance.now();
  return {
    counts,
    looked: ({ name }: Invariant, more: number) => {
      const tally = counts.get(name)!;
      tally.looked += more;
      if (performance.now() - said_ms < PROGRESS_ms) return;
      said_ms = performance.now();
      process.stderr.write(`${name}: ${tally.looked} checked\n`);
    },
    found: ({ invariant }: Finding) => {
      counts.get(invariant)!.findings += 1;
    },
  };
};

const written = ({ invariant, company, record, what, advice, changing }: Finding): string =>
  `${invariant}: ${record} of ${company || 'no company'}\n    ${what}${changing ? `\n    ${CHANGING}` : ''}\n    to do: ${advice}`;

/** Those whose subjects are a company's own. */
const OF_A_COMPANY = INVARIANTS.filter((invariant) => !OF_THE_LOG.some((one) => one === invariant));

type Looked = (invariant: Invariant, more: number) => void;

/** All findings; the log is read once, however many companies there are. */
async function* findings(world: Audited, company: string | undefined, looked: Looked): AsyncGenerator<Finding> {
  const { auditOf, companies, companyOf } = world;
  async function* chosen(): AsyncGenerator<Company[]> {
    if (company === undefined) yield* companies();
    else yield [await companyOf('company', company)];
  }
  for await (const page of chosen())
    for (const tenant of page) yield* checkAll(OF_A_COMPANY, auditOf(tenant), { onProgress: looked });
  try {
    yield* inTheLog(world, company, looked);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    yield {
      ...{ invariant: LEDGER_IS_WHOLE, company: company ?? 'all companies', subject: EVENT_LOG, record: EVENT_LOG },
      ...{ what: `${error.message}; what the log has behind it was not looked at as a whole`, advice: RESTORE },
      isDamage: true,
    };
  }
}

async function* inTheLog(
  { services, auditOf }: Audited,
  company: string | undefined,
  looked: Looked,
): AsyncGenerator<Finding> {
  // Of the whole ledger all events are looked at; what it finds in them are only suspicions.
  for await (const batch of overTheLog(OF_THE_LOG, services, (events) => looked(ledgerIsWhole, events)))
    for (const [invariant, found] of batch) {
      const byCompany = new Map<string, { tenant: Company; subjects: string[] }>();
      for (const { company_id, partner_id, subject } of found) {
        if (company !== undefined && company_id !== company) continue;
        const group = byCompany.get(company_id) ?? { tenant: { company_id, partner_id }, subjects: [] };
        group.subjects.push(subject);
        byCompany.set(company_id, group);
      }
      for (const { tenant, subjects } of byCompany.values()) {
        yield* checkThese(invariant, subjects, auditOf(tenant));
        if (invariant !== ledgerIsWhole) looked(invariant, subjects.length);
      }
    }
}

/** `payroll audit check`: runs every invariant, repairs nothing, and fails when one does not hold. */
export const auditCheck = (env: NodeJS.ProcessEnv, { company, json = false }: CheckCommand): Promise<void> =>
  audited(env, async (world) => {
    const tally = makeTally();
    const damage = makeDamage();
    let count = 0;
    let changing = 0;
    for await (const finding of findings(world, company, tally.looked)) {
      if (!damage.isNews(finding)) continue;
      tally.found(finding);
      count += 1;
      if (finding.changing) changing += 1;
      say(json ? JSON.stringify(finding) : `${written(finding)}\n`);
    }
    if (!json)
      say(
        table(
          ['invariant', 'looked at', 'findings'],
          [...tally.counts].map(([name, { looked, findings }]) => [name, String(looked), String(findings)]),
          [1, 2],
        ),
      );
    damage.refuse();
    if (count > 0)
      throw new Error(
        `${counted(count, 'finding')}${changing > 0 ? `, ${changing} of them seen while something changed` : ''}; docs/auditing.md explains each`,
      );
  });
