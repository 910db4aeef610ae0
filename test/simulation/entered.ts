import { LINE_KINDS } from '../../src/calculation/index.ts';
import { provinceOfEmployment } from '../../src/calculation/model/context.ts';
import type { TaxPropertyFacts } from '../../src/calculation/model/facts.ts';
import { eventsOf } from '../../src/kernel/definition/record-events.ts';
import { type DomainEvent, parseStream } from '../../src/kernel/definition/resource.ts';
import { payStubCalculated } from '../../src/payrolls/events/pay-stub.ts';
import { textOf } from '../../src/values/json.ts';
import type { Evidence } from './checks.ts';
import { isCallers, wasTakenOff } from './taken-off.ts';

/** Line items of every family: what was entered on one of them is kept alike. */
const LINES = LINE_KINDS.map((kind) => `${kind}_line_item` as const);
/** Their events, made once: each event of a run is held against them several times. */
const OF_LINES = LINES.map((object) => eventsOf(object));
const isOfLine = (did: 'created' | 'changed' | 'deleted', event: DomainEvent): boolean =>
  OF_LINES.some((events) => events[did].is(event));
const OF_STUBS = eventsOf('pay_stub');
const linesOf = ({ rows }: Evidence) => LINES.flatMap((object) => rows(object));

/**
 * What clients entered and can still be found, whichever way it might have gone: the audit's own invariant looks at
 * what processes say that they removed, this at what there is.
 */
export const enteredStays = (evidence: Evidence): string[] => {
  const { events, rows } = evidence;
  const deleted = new Set(
    events.flatMap((event) => (isOfLine('deleted', event) && isCallers(event) ? [event.data.id as string] : [])),
  );
  const present = new Set(linesOf(evidence).map(({ id }) => id));
  const noted = new Map(rows('pay_stub').map(({ id, note }) => [id, note]));
  const moved = new Set(events.flatMap((event) => movedBy(event, 'custom_hours').map(([from]) => from)));
  const lines = events
    .filter((event) => isOfLine('created', event) && isCallers(event))
    .filter(({ data }) => ![present, deleted, moved].some((some) => some.has(data.id as string)))
    .filter((event) => !wasTakenOff(event, evidence))
    .map(({ data, stream }) => `line ${data.id} of ${stream} is gone, and nobody deleted it`);
  const notes = events
    .filter((event) => OF_STUBS.changed.is(event) && typeof event.data.note === 'string')
    .filter(({ stream }) => (noted.get(stream.slice('pay_stub-'.length)) ?? null) === null)
    .filter((event) => !wasTakenOff(event, evidence))
    .map(({ data, stream }) => `the note ${data.note} of ${stream} is gone`);
  return [...lines, ...notes, ...figuresLost(evidence)];
};

const FIGURES = ['custom_amount', 'custom_hours'] as const;

/** Figures that callers entered on lines that are managed: each is there as it was entered last. */
const figuresLost = (evidence: Evidence): string[] => {
  const { events } = evidence;
  const present = new Map(linesOf(evidence).map((row) => [row.id, row]));
  const entered = new Map<string, DomainEvent>();
  for (const event of events)
    for (const figure of FIGURES) {
      if (isOfLine('changed', event) && isCallers(event) && figure in event.data)
        entered.set(`${event.data.id} ${figure}`, event);
      for (const [from, to] of movedBy(event, figure)) {
        const known = entered.get(`${from} ${figure}`);
        if (known) entered.set(`${to} ${figure}`, known);
        entered.delete(`${from} ${figure}`);
      }
    }
  return [...entered]
    .filter(([key, { data }]) => {
      const [id = '', figure = ''] = key.split(' ');
      return (present.get(id)?.[figure] ?? null) !== data[figure];
    })
    .filter(([, event]) => !wasTakenOff(event, evidence) && !isOfAnEndedItem(event, evidence))
    .filter(([, event]) => !wentWithAMove(event, evidence))
    .map(([key, { stream }]) => `${key} of ${stream} is not what was entered`);
};

/** Lines of pay rates that a calculation took off, each with the one that has its figure since. */
const movedBy = (event: DomainEvent, figure: (typeof FIGURES)[number]): [from: string, to: string][] => {
  if (!payStubCalculated.is(event)) return [];
  const to = event.data.lines.filter((line) => line.kind === 'earning' && (line[figure] ?? null) !== null);
  const off = event.data.removed.filter(({ kind }) => kind === 'earning');
  return off.flatMap(({ id }) => (to.length === 1 ? [[id, to[0]!.id]] : []));
};

/**
 * A line that was deleted, or whose item a caller has ended or changed, or that not each payroll has; or the line of
 * vacation pay, where a caller's change of a setting ended it.
 */
const isOfAnEndedItem = (entry: DomainEvent, { streams, events }: Evidence): boolean => {
  const { data, stream } = entry;
  const own = streams.get(stream) ?? [];
  if (own.some((event) => isOfLine('deleted', event) && event.data.id === data.id)) return true;
  const { recurrence, type } = lineOf(entry, own) ?? {};
  if (type === 'vacation_pay' && !recurrence) {
    const assignment = own.find(eventsOf('pay_stub').created.is)?.data.work_assignment_id;
    return upTo(removalOf(entry, own), events).some(
      (event) => mayEndVacationPay(event) && event.data.work_assignment_id === assignment,
    );
  }
  // Hours at a rate that has ended are on the line of another one, or stay.
  if (recurrence?.object === 'pay_rate') return false;
  return (streams.get(`${recurrence?.object}-${recurrence?.id}`) ?? []).some(
    (event) =>
      event.type.endsWith('Deleted') ||
      (event.type.endsWith('Changed') && ('effective_from' in event.data || 'effective_to' in event.data)) ||
      (event.data.frequency ?? 'per_payroll') !== 'per_payroll',
  );
};

/** A managed line as a calculation made it first, which says whose it is; later ones say what differs. */
const lineOf = ({ data }: DomainEvent, own: readonly DomainEvent[]) =>
  own.flatMap((event) => (payStubCalculated.is(event) ? event.data.lines : [])).find(({ id }) => id === data.id);

/** The calculation that took the line of an entry off; undefined where none has. */
const removalOf = ({ data }: DomainEvent, own: readonly DomainEvent[]): DomainEvent | undefined =>
  own.findLast((event) => payStubCalculated.is(event) && event.data.removed.some(({ id }) => id === data.id));

/** The company's events up to one of them; none without it. */
const upTo = (last: DomainEvent | undefined, events: readonly DomainEvent[]): readonly DomainEvent[] =>
  last ? events.slice(0, events.indexOf(last) + 1) : [];

const SETTING = eventsOf('vacation_pay_setting');
const mayEndVacationPay = (event: DomainEvent): boolean =>
  SETTING.deleted.is(event) ||
  (SETTING.changed.is(event) &&
    (event.data.vacation_pay_method === 'manual' ||
      ['effective_from', 'effective_to', 'overrides'].some((member) => member in event.data)));

const isQuebec = (place: string): boolean => place === 'ca_qc';
const isNotQuebec = (place: string): boolean => place !== 'ca_qc';

/** Where employment is for statutory lines of each type that not every place has. */
const PLACES: Readonly<Record<string, (place: string) => boolean>> = {
  ...{ cpp: isNotQuebec, cpp_2: isNotQuebec, qpp: isQuebec, qpp_2: isQuebec, qpip: isQuebec },
  ...{ health_services_fund: isQuebec, labour_standards: isQuebec, workforce_skills_fund: isQuebec },
  employer_health_tax: (place) => ['ca_bc', 'ca_mb', 'ca_nl', 'ca_on'].includes(place),
  nt_payroll_tax: (place) => place === 'ca_nt',
  nu_payroll_tax: (place) => place === 'ca_nu',
};

/**
 * Of a statutory line whose type the law does not know at a place where employment was on the pay date, between the
 * entry and the calculation that took it off.
 */
const wentWithAMove = (entry: DomainEvent, { streams, events, world }: Evidence): boolean => {
  const own = streams.get(entry.stream) ?? [];
  const isKnownIn = PLACES[lineOf(entry, own)?.type ?? ''];
  const removal = removalOf(entry, own);
  const stub = own.find(eventsOf('pay_stub').created.is)?.data;
  if (!isKnownIn || !removal || !stub) return false;
  const { folder } = world.ground;
  const before = folder.foldStream(own.slice(0, own.indexOf(removal)));
  const pay_date = textOf(before.get('pay_stub', parseStream(entry.stream).id)?.pay_date);
  const owners = new Map<string, TaxPropertyFacts['owner']>([
    [`work_assignment-${stub.work_assignment_id}`, 'work_assignment'],
    [`employee-${stub.employee_id}`, 'employee'],
    [`business_entity-${stub.business_entity_id}`, 'business_entity'],
  ]);
  const records = folder.foldStream([]);
  const isElsewhere = (): boolean => {
    const tax_properties = records.all('tax_property').map((property): TaxPropertyFacts => {
      const { id, owner_id, type, value, effective_from, effective_to } = property;
      const [, owner] = [...owners].find(([stream]) => parseStream(stream).id === owner_id)!;
      return { id, owner, owner_id, type, value, effective_from, effective_to };
    });
    const place = provinceOfEmployment({ tax_properties, payroll: { pay_date } });
    return place !== null && !isKnownIn(place);
  };
  const until = upTo(removal, events);
  const [earlier, later] = [until.slice(0, until.indexOf(entry)), until.slice(until.indexOf(entry))];
  const isOfOwner = ({ stream }: DomainEvent): boolean => owners.has(stream);
  for (const event of earlier.filter(isOfOwner)) folder.fold(records, event);
  if (isElsewhere()) return true;
  return later.filter(isOfOwner).some((event) => {
    folder.fold(records, event);
    return isElsewhere();
  });
};
