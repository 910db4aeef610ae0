import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/values/json.ts';
import { newEvent, newStream, readLog, type Subject } from '../support/contract-subject.ts';

export const payloads = (subject: Subject): void => {
  describe('an event is read as it was appended', () => {
    const roundTrip = async (data: JsonObject, metadata: JsonObject = {}) => {
      const stream = newStream();
      const before = await subject.store.head();
      await subject.store.append(stream, [{ ...newEvent(data), metadata }], 'no_stream');
      const [fromStream] = await subject.store.readStream(stream);
      const [fromLog] = await readLog(subject.store, before);
      expect(fromLog).toMatchObject({ ...fromStream });
      return fromStream!;
    };

    test('id, type, data, metadata, stream and revision', async () => {
      const stream = newStream();
      const event = {
        id: 'a3bb189e-8bf9-4c8b-9b0f-3b0b1f6f9d11',
        type: 'PayrollApproved',
        data: { payroll: 'payroll_01', totals: { net: '1234.56' }, lines: [1, 2, 3], open: false, note: null },
        metadata: { company_id: 'company_01', actor: 'partner:partner_01', schema_version: 2 },
      };
      await subject.store.append(stream, [event], 'no_stream');
      expect(await subject.store.readStream(stream)).toEqual([{ ...event, stream, revision: 0n }]);
    });

    test('empty data and empty metadata', async () => {
      expect(await roundTrip({}, {})).toMatchObject({ data: {}, metadata: {} });
    });

    test('metadata members without a value are left out', async () => {
      const stream = newStream();
      const event = { ...newEvent(), metadata: { actor: 'process:test', company_id: undefined } };
      await subject.store.append(stream, [event], 'no_stream');
      const [read] = await subject.store.readStream(stream);
      expect(read!.metadata).toEqual({ actor: 'process:test' });
      expect(Object.keys(read!.metadata)).toEqual(['actor']);
    });

    test('text of all scripts, combining marks unchanged, quotes, backslashes, line ends and control characters', async () => {
      const data = {
        french: 'Hélène Côté-Lévêque, 1er août',
        composed: '\u00e9',
        decomposed: 'e\u0301',
        inuktitut: 'ᐃᓄᒃᑎᑐᑦ',
        emoji: '👩‍👩‍👧‍👦 💸',
        quotes: `"double" 'single' \`back\``,
        backslashes: '\\ \\\\ \\n \\u0041',
        lines: 'one\r\ntwo\nthree\u2028four',
        controls: '\u0001\u0008\u001f\u007f\t',
        'mémbre "quoted" \\': 'a name as odd as that',
        '': 'an empty name',
      };
      expect((await roundTrip(data, { note: data.emoji })).data).toEqual(data);
    });

    test('decimals as text, and numbers to the last digit', async () => {
      const data = { amount: '0.10', hours: '37.500000', n: 0.1, big: 9007199254740991, tiny: 5e-324, minus: -1.5e300 };
      expect((await roundTrip(data)).data).toEqual(data);
    });

    test('names of members with a special meaning in JavaScript', async () => {
      const data = JSON.parse('{"10":"b","9":"a","__proto__":{"x":1},"constructor":"c","toString":null}') as JsonObject;
      const read = await roundTrip(data);
      expect(JSON.stringify(read.data)).toBe(JSON.stringify(data));
    });

    test('nesting and long arrays', async () => {
      let nested: JsonObject = { leaf: true };
      for (let depth = 0; depth < 40; depth++) nested = { nested };
      const data = { nested, many: Array.from({ length: 5_000 }, (_, n) => n) };
      expect((await roundTrip(data)).data).toEqual(data);
    });

    test('a change of the event object after the append does not change the stored or delivered event', async () => {
      const stream = newStream();
      const before = await subject.store.head();
      const event = newEvent({ amount: '1.00' });
      const appended = subject.store.append(stream, [event], 'no_stream');
      event.data.amount = '2.00';
      await appended;
      event.data.amount = '3.00';
      expect((await subject.store.readStream(stream))[0]!.data).toEqual({ amount: '1.00' });
      expect((await readLog(subject.store, before))[0]!.data).toEqual({ amount: '1.00' });
    });
  });
};
