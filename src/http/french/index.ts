import { isRecord, isText } from '../../values/json.ts';
import { patternInFrench } from './patterns.ts';
import { ACCOUNTING } from './sentences/accounting.ts';
import { BANKING } from './sentences/banking.ts';
import { EMPLOYERS } from './sentences/employers.ts';
import { FORMS } from './sentences/forms.ts';
import { GENERAL } from './sentences/general.ts';
import { INTEGRATIONS } from './sentences/integrations.ts';
import { PAY_ITEMS } from './sentences/pay-items.ts';
import { PAY_ITEMS_SHARED } from './sentences/pay-items-shared.ts';
import { PAYMENTS } from './sentences/payments.ts';
import { PAYROLLS } from './sentences/payrolls.ts';
import { PEOPLE } from './sentences/people.ts';
import { PLATFORM } from './sentences/platform.ts';
import { REMITTANCES } from './sentences/remittances.ts';
import { REPORTS } from './sentences/reports.ts';
import { STATUTORY } from './sentences/statutory.ts';
import { USAGE } from './sentences/usage.ts';
import { WEBHOOKS } from './sentences/webhooks.ts';

/**
 * The reference in French. Descriptions are declared in English in the code; `sentences/` has the French of each
 * sentence once, and `patterns.ts` that of sentences that are made from definitions. A test fails for a sentence
 * without French, and for a translation that is not used any more.
 */
export const SENTENCES: Readonly<Record<string, string>> = {
  ...GENERAL,
  ...PLATFORM,
  ...WEBHOOKS,
  ...EMPLOYERS,
  ...PEOPLE,
  ...BANKING,
  ...PAY_ITEMS,
  ...PAY_ITEMS_SHARED,
  ...PAYMENTS,
  ...PAYROLLS,
  ...ACCOUNTING,
  ...INTEGRATIONS,
  ...REMITTANCES,
  ...FORMS,
  ...REPORTS,
  ...STATUTORY,
  ...USAGE,
};

/** A JSON document, or a part of one. */
type Node = { [member: string]: unknown };

/** Between two sentences of a description, and between its paragraphs. */
const BETWEEN = /((?<=\.)\s+(?=[A-Z`])|\n\n)/;
/** The code of a kind of problem, followed by its meaning. */
const CODED = /^(`[a-z_]+`): (.+)$/s;

/** Called with each sentence that was found, and its French if there is any. */
type Seen = (english: string, french: string | undefined) => void;

const own = (english: string): string | undefined =>
  Object.hasOwn(SENTENCES, english) ? SENTENCES[english] : undefined;

const sentence = (english: string, seen: Seen): string => {
  const coded = CODED.exec(english);
  if (coded) return `${coded[1]} : ${sentence(coded[2]!, seen)}`;
  const bare = english.endsWith('.') ? english.slice(0, -1) : english;
  const found = own(english) ?? patternInFrench(english) ?? (bare === english ? undefined : patternInFrench(bare));
  seen(english, found);
  if (found === undefined) return english;
  return english.endsWith('.') && !found.endsWith('.') ? `${found}.` : found;
};

const inFrench = (text: string, seen: Seen): string =>
  text
    .split(BETWEEN)
    .map((part, index) => (index % 2 === 1 || part === '' ? part : sentence(part, seen)))
    .join('');

/** Keywords with texts for people. */
const TEXTS = new Set(['description', 'summary']);
/** Keywords whose members are names. */
const MAPS = new Set([
  ...[
    'properties',
    'patternProperties',
    'schemas',
    'paths',
    'parameters',
    'responses',
    'headers',
    'webhooks',
    'content',
  ],
  ...['securitySchemes', 'links', 'dependentSchemas'],
]);

const translated = (value: unknown, seen: Seen, isMap: boolean): unknown => {
  if (Array.isArray(value)) return value.map((item) => translated(item, seen, false));
  return isRecord(value) ? translatedNode(value, seen, isMap) : value;
};

const translatedNode = (node: Node, seen: Seen, isMap: boolean): Node =>
  Object.fromEntries(Object.entries(node).map(([name, value]) => [name, translatedMember(name, value, seen, isMap)]));

const translatedMember = (name: string, value: unknown, seen: Seen, isMap: boolean): unknown => {
  if (isMap) return translated(value, seen, false);
  if (TEXTS.has(name) && typeof value === 'string') return inFrench(value, seen);
  // Examples are data, but their names are texts.
  if (name === 'example' || (name === 'examples' && Array.isArray(value))) return value;
  if (name === 'examples' && isRecord(value)) return named(value, seen);
  return translated(value, seen, MAPS.has(name));
};

const named = (examples: Node, seen: Seen): Node =>
  Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      isRecord(example) && isText(example.summary) ? { ...example, summary: inFrench(example.summary, seen) } : example,
    ]),
  );

/** Levels of a document of which each member is a step: down to the members of an operation and of a schema. */
const LEVELS = 4;

function* translatedSteps(node: Node, seen: Seen, isMap: boolean, levels: number): Generator<undefined, Node> {
  const french: Node = {};
  for (const [name, value] of Object.entries(node)) {
    const isLarge = levels > 1 && isRecord(value) && !Array.isArray(value) && !name.startsWith('example');
    french[name] = isLarge
      ? yield* translatedSteps(value, seen, !isMap && MAPS.has(name), levels - 1)
      : translatedMember(name, value, seen, isMap);
    yield;
  }
  return french;
}

/**
 * A reference with its descriptions in French, in steps: all of them together take a quarter of a second. A sentence
 * without French stays in English.
 *
 * @param seen called with every sentence, for a test
 */
export const frenchSteps = (document: Node, seen: Seen = () => {}): Generator<undefined, Node> =>
  translatedSteps(document, seen, false, LEVELS);
