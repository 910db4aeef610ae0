import { eventsOf } from '../../src/kernel/definition/record-events.ts';
import type { DomainEvent, State } from '../../src/kernel/definition/resource.ts';
import { payrollApproved, payrollUnapproved } from '../../src/payrolls/events/payroll.ts';
import type { Evidence } from './checks.ts';
import type { Asked } from './client.ts';

/**
 * The answers that clients got, against the log: a change that was answered with a 2xx is there once, and of one that
 * was refused there is nothing.
 */
export const acknowledgedOnce = (evidence: Evidence): string[] => {
  const { world, tenant, events } = evidence;
  const byRequest = new Map<string, DomainEvent[]>();
  for (const event of events) {
    const { actor, request_id } = event.metadata;
    if (actor?.startsWith('process:') || request_id === undefined) continue;
    byRequest.set(request_id, [...(byRequest.get(request_id) ?? []), event]);
  }
  return world.asked
    .filter((asked) => asked.tenant.company_id === tenant.company_id)
    .flatMap((asked) => {
      const found = byRequest.get(asked.id) ?? [];
      return wrongOf(asked, found, evidence).map((text) => `${asked.id} ${asked.operation}: ${text}`);
    });
};

const verbOf = (operation: string): string => operation.slice(0, operation.indexOf('_'));

const wrongOf = (asked: Asked, found: readonly DomainEvent[], evidence: Evidence): string[] => {
  const ids = found.map(({ id }) => id);
  const wrong = new Set(ids).size === ids.length ? [] : ['the same event is there twice'];
  const types = found.map(({ type }) => type);
  const count = (ending: string) => types.filter((type) => type.endsWith(ending)).length;
  if (asked.operation === 'approve_payroll' && asked.outcome === 'refused')
    return wrong.concat(wasWithdrawn(asked, evidence) ? [] : doneAnyway('PayrollApproved', found, evidence));
  if (asked.operation === 'unapprove_payroll' && asked.outcome === 'refused')
    return wrong.concat(wasWithdrawn(asked, evidence) ? [] : doneAnyway('PayrollUnapproved', found, evidence));
  const isThere =
    types.some((type) => !PRECEDES.has(type) && !type.startsWith('AsyncTask')) &&
    !wasTakenBack(asked, found, evidence) &&
    !wentWithItsPayroll(asked, evidence) &&
    !wentWithItsStubs(asked, found, evidence);
  // Of what is done record by record it says how much was written.
  const isToldInPart = /^[1-9]\d* written, /.test(asked.problem?.text.en ?? '');
  if (asked.outcome === 'refused' && isThere && !isToldInPart)
    wrong.push(`was refused (${asked.problem?.status} ${asked.problem?.text.en}), but ${types} is there`);
  if (asked.outcome !== 'done') return wrong;
  const { status } = asked.reply!;
  switch (verbOf(asked.operation)) {
    case 'create':
      if (count('Created') < 1 && !isDoneByOther(asked, 'Created', evidence))
        wrong.push(`was answered ${status}, but nothing was created`);
      if (found.filter(({ revision, type }) => revision === 0n && type.endsWith('Created')).length > 1)
        wrong.push('was created more than once');
      break;
    case 'delete':
      // An adjustment goes with its line item.
      if ((count('AdjustmentDeleted') || count('Deleted')) !== 1 && !isDoneByOther(asked, 'Deleted', evidence))
        wrong.push(`was answered ${status}, and ${count('Deleted')} were deleted`);
      break;
    case 'approve':
      if (asked.operation !== 'approve_payroll') break;
      wrong.push(...approvedOnce(asked, count('PayrollApprovalStarted'), evidence));
      break;
    case 'unapprove':
      if (asked.operation !== 'unapprove_payroll') break;
      wrong.push(...unapprovedOnce(asked, count('PayrollUnapprovalStarted'), evidence));
      break;
    case 'import':
      if (asked.operation === 'import_pay_stubs' && status === 201) wrong.push(...importWrong(asked, found, evidence));
      break;
    case 'bulk':
    case 'batch':
      wrong.push(...taskWrong(asked, evidence));
      break;
  }
  return wrong;
};

/** Written before the stream decides that holds the record; where it refuses they mean nothing. */
const PRECEDES: ReadonlySet<string> = new Set([
  ...['PayrollStubsAdded', 'ReservationClaimed', 'ReservationReleased', 'ReservationDismissed', 'AdjustmentFenced'],
  ...['PayrollFenced', 'FormNumbersTaken'],
]);

/** A deletion that met a write which names its record is answered as one that came after it, and is undone. */
const wasTakenBack = ({ operation }: Asked, found: readonly DomainEvent[], { streams }: Evidence): boolean =>
  verbOf(operation) === 'delete' &&
  found
    .filter(({ type }) => !PRECEDES.has(type))
    .every((deleted) =>
      (streams.get(deleted.stream) ?? []).some(
        ({ revision, type, data, metadata }) =>
          revision > deleted.revision &&
          type === deleted.type.replace(/Deleted$/, 'Created') &&
          data.id === deleted.data.id &&
          metadata.actor === 'process:deletions',
      ),
    );

/** A file of pay stubs whose payroll a caller deleted: what a process wrote of it that died went with the payroll. */
const wentWithItsPayroll = ({ operation, params }: Asked, { streams }: Evidence): boolean =>
  operation === 'import_pay_stubs' &&
  (streams.get(`payroll-${params!.payroll}`) ?? []).slice(-1).some(eventsOf('payroll').deleted.is);

/** Such a file of which each stub that it wrote on was then deleted by another request: nothing of it is left to tell. */
const wentWithItsStubs = ({ id, operation }: Asked, found: readonly DomainEvent[], { streams }: Evidence): boolean =>
  operation === 'import_pay_stubs' &&
  found
    .filter(({ type }) => !PRECEDES.has(type) && !type.startsWith('AsyncTask'))
    .every(({ stream }) =>
      (streams.get(stream) ?? [])
        .slice(-1)
        .some((last) => eventsOf('pay_stub').deleted.is(last) && last.metadata.request_id !== id),
    );

/**
 * A pay stub by hand is listed first, or taken off the list: population does the rest for a process that died, and of
 * two deletions in the same moment one does it.
 */
const isDoneByOther = ({ operation, params, reply }: Asked, ending: string, { streams }: Evidence): boolean => {
  if (!operation.endsWith('_pay_stub')) return false;
  const { id } = params ? { id: params.pay_stub } : (reply!.body as { id: string });
  return (streams.get(`pay_stub-${id}`) ?? []).some(
    ({ type, metadata }) =>
      type === `PayStub${ending}` && (ending === 'Deleted' || metadata.actor?.startsWith('process:')),
  );
};

/** A request while an approval is under way waits for that one, and answers how it ended. */
const approvedOnce = ({ params, reply }: Asked, begun: number, { streams }: Evidence): string[] => {
  const own = streams.get(`payroll-${params!.payroll}`) ?? [];
  const isApproved = own.some((event) => payrollApproved.is(event));
  return begun === 1 || (begun === 0 && isApproved)
    ? []
    : [`was answered ${reply!.status}, began ${begun} approvals, and ${own.map(({ type }) => type)} is there`];
};

/** The same of a taking back. */
const unapprovedOnce = ({ params, reply }: Asked, begun: number, { streams }: Evidence): string[] => {
  const own = streams.get(`payroll-${params!.payroll}`) ?? [];
  const isDone = own.some((event) => payrollUnapproved.is(event));
  return begun <= 1 && isDone
    ? []
    : [`was answered ${reply!.status}, was begun ${begun} times, and ${own.map(({ type }) => type)} is there`];
};

/**
 * Taken back, it was a draft that its schedule's calendar or a live employer had no more, and was gone before the
 * answer: a 404.
 */
const wasWithdrawn = ({ params, problem }: Asked, { streams }: Evidence): boolean =>
  problem?.status === 404 &&
  (streams.get(`payroll-${params!.payroll}`) ?? []).slice(-1).some(eventsOf('payroll').deleted.is);

/** What was begun and abandoned is refused, and that it was begun stays in the log. */
const doneAnyway = (ended: string, found: readonly DomainEvent[], { events }: Evidence): string[] =>
  events
    .filter(({ type, metadata }) => type === ended && found.some(({ id }) => id === metadata.causation_id))
    .map(({ stream }) => `was refused, but ${stream} has a ${ended} of it`);

/** A file of pay stubs that was taken has made one stub of each row, with a line of each figure that is not 0. */
const importWrong = ({ upload = '', params }: Asked, found: readonly DomainEvent[], { events }: Evidence): string[] => {
  const rows = upload.split('\n').slice(1);
  return rows.flatMap((row) => {
    const [id = '', ...figures] = row.split(',');
    const stub = events.find(
      (event) =>
        eventsOf('pay_stub').created.is(event) &&
        event.data.payroll_id === params!.payroll &&
        event.data.work_assignment_id === id,
    );
    if (!stub) return [`took a row of ${id}, who has no stub`];
    const lines = found.filter(({ stream, type }) => stream === stub.stream && type.endsWith('LineItemCreated'));
    const wanted = figures.filter((figure) => Number(figure) !== 0).length;
    return lines.length === wanted ? [] : [`took ${wanted} figures of ${id}, and ${lines.length} lines were made`];
  });
};

/** Every record of a task ended as its results say. */
const taskWrong = (asked: Asked, { rows, events }: Evidence): string[] => {
  const id = (asked.reply!.body as { id: string }).id;
  const task: State | undefined = rows('async_task').find((row) => row.id === id);
  if (!task) return [`its task ${id} does not exist`];
  const made = events.filter(
    ({ metadata, type }) =>
      metadata.actor?.startsWith('company:') && metadata.request_id === asked.id && !type.startsWith('AsyncTask'),
  );
  const changed = new Map<string, number>();
  for (const { data, stream, type } of made) {
    if (!/(Created|Deleted)$/.test(type)) continue;
    const record = typeof data.id === 'string' ? data.id : stream;
    changed.set(record, (changed.get(record) ?? 0) + 1);
  }
  return [...changed].filter(([, times]) => times > 1).map(([record, times]) => `${record} was written ${times} times`);
};
