import { expect, test } from 'vitest';
import { frenchSteps, SENTENCES } from '../../src/http/french/index.ts';
import { NOUNS, pluralOf } from '../../src/http/french/nouns.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { operations } from '../../src/operations.ts';

const english = openApiDocument(operations, 'http://127.0.0.1:8080');
const missing = new Set<string>();
const said = new Set<string>();
const translating = frenchSteps(english, (sentence, found) => {
  said.add(sentence);
  if (found === undefined) missing.add(sentence);
});
let french: Node;
/** Sentences that were translated in a step. */
const saidIn: number[] = [];
for (let isDone = false; !isDone; ) {
  const before = said.size;
  const { done = false, value } = translating.next();
  saidIn.push(said.size - before);
  isDone = done;
  french = value;
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look into a JSON document
type Node = any;

/** The document without what people read. */
const withoutTexts = (node: Node, isMap = false): Node => {
  if (Array.isArray(node)) return node.map((item) => withoutTexts(item));
  if (node === null || typeof node !== 'object') return node;
  const maps = ['properties', 'schemas', 'paths', 'parameters', 'responses', 'headers'];
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name, value]) => isMap || typeof value !== 'string' || !['description', 'summary'].includes(name))
      .map(([name, value]) => [name, withoutTexts(value, !isMap && maps.includes(name))]),
  );
};

const NOUN = 'for "List …", "Id of the …" and the like only the noun is missing, in src/http/french/nouns.ts';

test('every sentence of the reference has a French one: missing ones belong into src/http/french/sentences', () => {
  expect(said.size).toBeGreaterThan(1_000);
  expect([...missing], NOUN).toEqual([]);
});

test('it is translated in small steps, since others wait between two of them', () => {
  expect(Math.max(...saidIn)).toBeLessThan(said.size / 5);
});

test('there is no French for a sentence that the reference no longer has', () => {
  expect(Object.keys(SENTENCES).filter((sentence) => !said.has(sentence))).toEqual([]);
});

test('the French document differs from the English one only in summaries and descriptions', () => {
  expect(withoutTexts(french)).toEqual(withoutTexts(english));
});

test('sentences that are made from definitions have French articles and elisions', () => {
  const { paths, components, tags } = french as Node;
  expect(paths['/allowances'].get.summary).toBe('Énumérer les allocations');
  expect(paths['/pay_rates'].post.summary).toBe('Créer un taux de rémunération');
  expect((english as Node).paths['/business_entity_roe_authorizations'].post.summary).toBe(
    'Create an ROE authorization',
  );
  expect(paths['/business_entity_roe_authorizations'].post.summary).toBe(
    "Créer une demande d'autorisation de relevés d'emploi",
  );
  expect(paths['/holidays'].get.parameters.find(({ name }: Node) => name === 'jurisdiction').description).toBe(
    'Filtrer par ressort : une ou plusieurs valeurs',
  );
  expect(paths['/employees/{employee}'].get.parameters[0].description).toBe("Id de l'employé");
  expect(paths['/pay_stubs/{pay_stub}'].put.requestBody.description).toBe('Les changements');
  expect(components.schemas.pay_stub_data.description).toBe('Données du bulletin de paie');
  expect(components.responses.unauthorized.description).toBe(
    '`unauthorized` : Le jeton ou le secret est absent, inconnu, expiré ou révoqué.',
  );
  expect(tags.find(({ name }: Node) => name === 'payroll').description).toMatch(
    /^Une exécution d'un calendrier de paie/,
  );
  // Each of the two sentences of a description is translated by itself.
  expect(paths['/allowances'].get.description).toBe(
    "Une allocation récurrente versée pour une affectation. Une page des dossiers qui correspondent à tous les filtres, dans l'ordre de création, sauf si `sort` en demande un autre.",
  );
});

test.each([
  ...['business preset', 'pay schedule', 'tax property', 'work assignment', 'remittance account', 'pay split'],
  ...['adjustment', 'accounting code', 'bank account', 'form batch', 'tag'],
])('a sentence that says "%s" calls it by its French noun', (english) => {
  const [name, { one, many }] = [english.replace('business ', ''), NOUNS[english]!];
  const isSaid = new RegExp(`\\b(${name}|${pluralOf(name)})\\b`, 'i');
  const words = [one, many].map((noun) => noun.replace(/ de l'entité$/, ''));
  // On the T4 it is another thing, with a name of its own.
  const about = Object.entries(SENTENCES).filter(([text]) => isSaid.test(text) && !text.includes('(Box 52)'));
  expect(about.length).toBeGreaterThan(0);
  const others = about.filter(([, text]) => !words.some((word) => new RegExp(`(?<!\\p{L})${word}`, 'iu').test(text)));
  expect(others).toEqual([]);
});
