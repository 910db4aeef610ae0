import { afterAll, describe, expect, test } from 'vitest';
import { freshDatabase } from '../support/database.ts';
import { type CallOptions, startTestApp } from '../support/http.ts';

// Every bad input gets its 4xx, with a message that names the place and what would be right, in both languages.
const database = await freshDatabase();
const http = await startTestApp(database);
afterAll(async () => {
  await http.close();
  await database.drop();
});
const token = await http.tokenOf('cmp_A');
const send = (method: string, path: string, options: CallOptions = {}) =>
  http.call(method, path, { token, ...options });

/** What is wrong with a request, in English and in French. */
const errors = async (method: string, path: string, options: CallOptions = {}) => {
  const english = await send(method, path, options);
  const french = await send(method, path, { ...options, headers: { ...options.headers, 'Accept-Language': 'fr' } });
  expect([english.status, french.status]).toEqual([422, 422]);
  expect(english.body.message).toMatch(/^The request is not valid\. /);
  expect(french.body.message).toMatch(/^La requête n'est pas valide\. \S+ : /);
  expect(Object.keys(french.body.errors)).toEqual(Object.keys(english.body.errors));
  return { en: english.body.errors, fr: french.body.errors };
};
const posted = (json: unknown) => errors('POST', '/notes', { json });
const sent = (raw: string | Uint8Array) => errors('POST', '/notes', { raw });

describe('members of a body', () => {
  test('a missing member is refused', async () => {
    expect(await posted({})).toEqual({ en: { title: ['is required'] }, fr: { title: ['est obligatoire'] } });
  });

  test('unknown members are each named in the error, at any depth', async () => {
    const { en, fr } = await posted({ title: 'a', colour: 1, lines: [{ text: 'b', size: 2 }] });
    expect(en).toEqual({
      'lines.0.size': ['is not a member of this request; leave it out'],
      colour: ['is not a member of this request; leave it out'],
    });
    expect(fr.colour).toEqual(["n'est pas un membre de cette requête; omettez-le"]);
  });

  test('values of the wrong type are refused', async () => {
    const { en, fr } = await posted({ title: 5, copies: 'two', done: 'yes', lines: {}, amount: true });
    expect(en).toEqual({
      title: ['must be a string, not a number'],
      copies: ['must be a number, not a string'],
      done: ['must be true or false, not a string'],
      lines: ['must be an array, not an object'],
      amount: ['must be a number or a string, not a boolean'],
    });
    expect(fr).toEqual({
      title: ['doit être une chaîne de caractères, et non un nombre'],
      copies: ['doit être un nombre, et non une chaîne de caractères'],
      done: ['doit être true ou false, et non une chaîne de caractères'],
      lines: ['doit être un tableau, et non un objet'],
      amount: ['doit être un nombre ou une chaîne de caractères, et non un booléen'],
    });
    expect((await posted({ title: null })).en).toEqual({ title: ['must be a string, not null'] });
  });

  test('values that are out of range, too long, too many or not among the choices are refused', async () => {
    const lines = Array.from({ length: 4 }, () => ({ text: 'b' }));
    const { en, fr } = await posted({ title: 'x'.repeat(21), copies: 10, kind: 'silent', lines, amount: '100.01' });
    expect(en).toEqual({
      title: ['must have at most 20 characters'],
      copies: ['must be at most 9'],
      kind: ['must be one of "plain", "loud"'],
      lines: ['must have at most 3 items'],
      amount: ['must be at most 100'],
    });
    expect(fr).toEqual({
      title: ['doit avoir au plus 20 caractères'],
      copies: ['doit être 9 ou moins'],
      kind: ['doit être une de ces valeurs : "plain", "loud"'],
      lines: ['doit avoir au plus 3 éléments'],
      amount: ['doit être 100 ou moins'],
    });
    expect((await sent('{"title":"a","copies":1e999}')).en).toEqual({
      copies: ['must be a number, not a number beyond all bounds'],
    });
    expect((await posted({ title: '', copies: 1.5, amount: 1.005 })).en).toEqual({
      title: ['must have at least 1 character'],
      copies: ['must be a whole number, not a fraction'],
      amount: ['must have at most 2 decimal places'],
    });
  });

  test('numbers are validated by their value, however the runtime formats them', async () => {
    const [plain] = (await posted({ title: 'a', amount: '1e2' })).en.amount;
    expect(plain).toBe(
      'must be a number in plain notation, e.g. 1234.50: digits, with a point before decimals, no sign of a currency and none between thousands',
    );
    for (const amount of ['0.0000001', '1e-9', '0.30000000000000004', '"0.0000001"', '5e-324'])
      expect((await sent(`{"title":"a","amount":${amount}}`)).en.amount, amount).not.toContain(plain);
    expect((await sent('{"title":"a","amount":0.0000001}')).en).toEqual({
      amount: ['must have at most 2 decimal places'],
    });
    for (const amount of ['1e21', '100000000000000000000', '"99999999999999999999"', '1e300', `"0.${'0'.repeat(21)}"`])
      expect(await sent(`{"title":"a","amount":${amount}}`), amount).toEqual({
        en: { amount: ['must have at most 15 digits before its point and 20 after it'] },
        fr: { amount: ['doit avoir au plus 15 chiffres avant son point et 20 après'] },
      });
    const taken = await send('POST', '/notes', { raw: '{"title":"a","amount":1E2}' });
    expect([taken.status, taken.body.body.amount]).toEqual([201, '100']);
  });

  test('numbers with more digits than are stored are refused', async () => {
    const more = /^has more digits than are kept of a JSON number; send at most 15, or a numeric string/;
    const { en, fr } = await sent(
      '{"title":"a","lines":[{"size":0.1234567890123456789}],"amount":99.000000000000000001}',
    );
    expect(en).toEqual({ 'lines.0.size': [expect.stringMatching(more)], amount: [expect.stringMatching(more)] });
    expect(fr.amount).toEqual([expect.stringContaining('a plus de chiffres')]);
    const text = await posted({ title: 'a', amount: '99.000000000000000001' });
    expect(text.en).toEqual({ amount: ['must have at most 2 decimal places'] });
    const same = await send('POST', '/notes', {
      raw: '{"title":"12345678901234567890","amount":99.500000000000000000}',
    });
    expect([same.status, same.body.body.amount]).toEqual([201, '99.5']);
  });

  test('the message names the first errors and counts the rest', async () => {
    const answer = await send('POST', '/notes', { json: { title: 5, copies: 'two', done: 1 } });
    expect(answer.body.message).toBe('The request is not valid. title: must be a string, not a number (and 2 more)');
  });

  test('a body that is not an object, and a missing body, are refused', async () => {
    expect((await posted([])).en).toEqual({ body: ['must be an object, not an array'] });
    expect((await posted('x')).fr).toEqual({ body: ['doit être un objet, et non une chaîne de caractères'] });
    expect((await send('POST', '/notes', { json: 7 })).body.message).toBe(
      'The request is not valid. body: must be an object, not a number',
    );
    expect((await errors('POST', '/notes')).en).toEqual({ body: ['is empty; a JSON body is required'] });
    expect((await sent('  ')).en).toEqual({ body: ['is empty; a JSON body is required'] });
  });

  test('an operation without a body accepts an empty object, and names every member of another body as unknown', async () => {
    expect((await send('POST', '/notes/n1/archive', { json: {} })).status).toBe(400);
    expect((await errors('POST', '/notes/n1/archive', { json: { force: true } })).en).toEqual({
      force: ['is not a member of this request; leave it out'],
    });
  });

  test('a body gets at most a hundred errors, and the number of the others', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`member_${i}`, i]));
    const { body, ...named } = (await posted({ title: 'a', ...many })).en;
    expect(Object.keys(named)).toHaveLength(100);
    expect(body).toEqual(['has 4900 more faults that are not named']);
  });
});

describe('texts that cannot be stored', () => {
  const message = { en: 'must not contain a NUL character or half of a surrogate pair' };

  test('NUL and lone surrogates are refused in values and names, at any place', async () => {
    expect((await sent('{"title":"a\\u0000b"}')).en).toEqual({ title: [message.en] });
    expect((await sent('{"title":"\\ud800"}')).en).toEqual({ title: [message.en] });
    expect((await sent('{"title":"a","lines":[{"text":"\\uDC00x"}]}')).en).toEqual({ 'lines.0.text': [message.en] });
    expect((await sent('{"ti\\u0000tle":"a"}')).en).toEqual({ 'ti\\u0000tle': [message.en] });
    expect((await sent('{"\\ud800":1}')).en).toEqual({ '\ufffd': [message.en] });
    expect((await sent('{"title":"\\ud800"}')).fr).toEqual({
      title: ['ne doit contenir ni caractère NUL ni moitié de paire de substitution'],
    });
    const pair = await send('POST', '/notes', { raw: '{"title":"\\ud83d\\ude00 \\\\u0000"}' });
    expect([pair.status, pair.body.body.title]).toEqual([201, '😀 \\u0000']);
  });

  test('bytes that are not UTF-8 are refused', async () => {
    const bytes = new Uint8Array([...Buffer.from('{"title":"'), 0xff, ...Buffer.from('"}')]);
    expect((await sent(bytes)).en).toEqual({ body: ['is not UTF-8'] });
  });
});

describe('JSON', () => {
  test.each([
    ['{"title": "a",}', '"}" is out of place at line 1, column 15'],
    ['{\n  "title" "a"\n}', '"\\"" is out of place at line 2, column 11'],
    ['{"title": "a"', 'it ends too early, at line 1, column 14'],
    ['[1, 2', 'it ends too early, at line 1, column 6'],
    ["{'title': 1}", '"\'" is out of place at line 1, column 2'],
    ['{"title": "a"} {}', '"{" is out of place at line 1, column 16'],
    ['{"title": 01}', '"1" is out of place at line 1, column 12'],
    ['{"title": "a\nb"}', '"\\n" is out of place at line 1, column 13'],
    ['{"title": "\\x"}', '"\\\\" is out of place at line 1, column 12'],
    ['nope', '"n" is out of place at line 1, column 1'],
    ['{"title": é}', '"é" is out of place at line 1, column 11'],
  ])('%j is not valid JSON, and the answer says where', async (raw, place) => {
    expect((await sent(raw)).en).toEqual({ body: [`is not JSON: ${place}`] });
  });

  test('the place is also given in French', async () => {
    expect((await sent('{"title": tru}')).fr).toEqual({
      body: ['n\'est pas du JSON : "t" n\'est pas à sa place à la ligne 1, colonne 11'],
    });
  });

  test('a member that occurs more than once is refused, with its place', async () => {
    const once = ['is given more than once in the same object; give it once'];
    expect(await sent('{"title":"a","title":"b"}')).toEqual({
      en: { title: once },
      fr: { title: ["est donné plus d'une fois dans le même objet; donnez-le une seule fois"] },
    });
    expect((await sent('{"title":"a","lines":[{"text":"b"},{"text":"c","text":"c"}]}')).en).toEqual({
      'lines.1.text': once,
    });
    expect((await sent('{"amount":1,"title":"a","\\u0061mount":2}')).en).toEqual({ amount: once });
    expect((await sent('{"__proto__":1,"__proto__":2,"":[],"":{}}')).en).toEqual({ ['__proto__']: once, body: once });
    expect(Object.keys((await sent(`{${'"a":1,"a":1,'.repeat(9)}"b":1}`)).en)).toEqual(['a']);
    expect((await sent('{"title":"a","title":')).en).toEqual({
      body: ['is not JSON: it ends too early, at line 1, column 22'],
    });
  });

  test('the same name in different objects, and texts that look like names, are accepted', async () => {
    const raw = '{"title":"\\"title\\":{[,","lines":[{"text":"text"},{"text":",\\\\"},{}]}';
    const taken = await send('POST', '/notes', { raw: raw.replace(',{}', '') });
    expect([taken.status, taken.body.body]).toEqual([201, JSON.parse(raw.replace(',{}', ''))]);
  });

  test('names of built-in members of objects are treated like other unknown members', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect((await sent(`{"title":"a","${name}":{"x":1}}`)).en).toEqual({
        [name]: ['is not a member of this request; leave it out'],
      });
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('too deeply nested JSON is refused', async () => {
    expect((await sent(`${'['.repeat(100_000)}`)).en).toEqual({ body: ['is nested deeper than 32 levels'] });
    expect((await sent(`{"title":"a","lines":${'['.repeat(30)}${']'.repeat(30)}}`)).en).toEqual({
      'lines.0': ['must be an object, not an array'],
    });
    const brackets = await send('POST', '/notes', { json: { title: '[{[{[{[{[{[{[{[{[{[{' } });
    expect(brackets.status).toBe(201);
  });
});

test('a body with more members and items than are checked at once is refused, before any of them is looked at', async () => {
  const holding = (values: number) => `{"title":"a,[{,","colour":[ ${Array(values - 2).fill('[ ]')} ]}`;
  expect(await sent(holding(100_001))).toEqual({
    en: { body: ['holds more than 100000 members and items; send them in several requests'] },
    fr: { body: ['contient plus de 100000 membres et éléments; envoyez-les en plusieurs requêtes'] },
  });
  expect((await sent(holding(100_000))).en).toEqual({ colour: ['is not a member of this request; leave it out'] });
});

describe('query parameters', () => {
  const query = async (text: string) => (await send('GET', `/notes?${text}`)).body.query;
  const wrong = async (text: string) => (await errors('GET', `/notes?${text}`)).en;

  test('are accepted in every documented notation', async () => {
    expect(await query('kind=loud&archived=1&page=2')).toEqual({ kind: 'loud', archived: true, page: 2 });
    expect(await query('archived=false')).toEqual({ archived: false });
    for (const arrays of [
      'expand[]=a&expand[]=b.c',
      'expand%5B0%5D=a&expand%5B1%5D=b.c',
      'expand=a,b.c',
      'expand=a&expand=b.c',
    ])
      expect(await query(arrays)).toEqual({ expand: ['a', 'b.c'] });
    expect(await query('written_at=2026-01-31')).toEqual({ written_at: '2026-01-31' });
    expect(await query('written_at[gte]=2026-01-01&written_at%5Blt%5D=2026-02-01')).toEqual({
      written_at: { gte: '2026-01-01', lt: '2026-02-01' },
    });
  });

  test('that are unknown are named in the error', async () => {
    const unknown = ['is not a query parameter of this operation; leave it out'];
    expect(await wrong('colour=1&kind[size]=2&__proto__=1&a%5Bb%5D%5Bc%5D=1')).toEqual({
      colour: unknown,
      'kind.size': ['takes one value, without anything in brackets'],
      ['__proto__']: unknown,
      'a.b.c': unknown,
    });
    for (const nameless of ['=1', 'kind=loud&='])
      expect(await wrong(nameless)).toEqual({ query: ['has a value without a name before it; leave it out'] });
    for (const cut of ['kind=loud#&page=0', 'expand=#12'])
      expect(await wrong(cut)).toEqual({ query: ['must have # written as %23: an address ends before it'] });
    expect((await errors('GET', '/notes/n1?kind=loud')).fr).toEqual({
      kind: ["n'est pas un paramètre de cette opération; omettez-le"],
    });
  });

  test('with nested arrays, or with an array in place of one value, are refused', async () => {
    const nested = ['must not hold an array in an array'];
    expect(await wrong('expand[0][0]=a')).toEqual({ 'expand.0.0': nested });
    expect(await wrong('expand[][]=a')).toEqual({ expand: nested });
    expect(await wrong('expand[a]=a')).toEqual({ 'expand.a': nested });
    expect(await wrong('written_at[gte][]=2026-01-01')).toEqual({ 'written_at.gte': nested });
    expect(await wrong('kind[]=loud')).toEqual({ kind: ['must be a single value, not an array'] });
    expect(await wrong('kind=loud&kind=plain')).toEqual({ kind: ['must be given once'] });
  });

  test('with values of the wrong type are refused', async () => {
    expect(await wrong('kind=silent&archived=yes&page=0')).toEqual({
      kind: ['must be one of "plain", "loud"'],
      archived: ['must be true, false, 1 or 0'],
      page: ['must be at least 1'],
    });
    for (const none of ['one', '', '1e2', '%201', '+1', '1'.repeat(16)])
      expect(await wrong(`page=${none}`), none).toEqual({
        page: ['must be a number in digits, of at most 15 before its point'],
      });
    expect(await wrong('page=1.5')).toEqual({ page: ['must be a whole number, not a fraction'] });
    expect((await errors('GET', '/notes?page=')).fr).toEqual({
      page: ['doit être un nombre en chiffres, dont au plus 15 avant son point'],
    });
    expect(await wrong('written_at=2026-02-30')).toEqual({
      written_at: ['must be a date of the calendar in the form YYYY-MM-DD, from 1900 to 2199'],
    });
    expect(await wrong('written_at[gte]=soon')).toEqual({
      'written_at.gte': ['must be a date of the calendar in the form YYYY-MM-DD, from 1900 to 2199'],
    });
    expect(await wrong('written_at[after]=2026-01-01')).toEqual({
      'written_at.after': ['must be a date, or take one of the operators [gt], [gte], [lt], [lte]'],
    });
    for (const values of [6, 300])
      expect(await wrong(`expand=${Array(values).fill('a').join(',')}`), String(values)).toEqual({
        expand: ['must have at most 5 items'],
      });
  });

  test('with NUL, lone surrogates or broken escapes are refused', async () => {
    expect(await wrong('expand=a%00b')).toEqual({
      expand: ['must not contain a NUL character or half of a surrogate pair'],
    });
    for (const broken of ['expand=%ED%A0%80', 'expand=%E9', 'expand=100%']) {
      expect(await wrong(broken)).toEqual({ expand: ['must be percent-encoded UTF-8'] });
    }
  });
});

test('no input of the caller is in the log', async () => {
  await send('POST', '/notes?colour=SECRET-QUERY', {
    json: { title: 'SECRET-BODY' },
    headers: { Prefer: 'SECRET-HEADER' },
  });
  await send('GET', '/SECRET-PATH', { token: 'SECRET-TOKEN' });
  await send('GET', '/notes/SECRET-ID');
  const log = JSON.stringify(http.lines);
  expect(log).not.toMatch(/SECRET|colour/);
  expect(log).not.toContain(token);
  expect(http.lines.at(-1)).toMatchObject({
    method: 'GET',
    route: '/notes/{note}',
    status: 200,
    company_id: 'cmp_A',
    partner_id: http.partner.partner_id,
    msg: 'request',
  });
});
