import { describe, expect, test } from 'vitest';
import { WrongExpectedRevision } from '../../src/event-store/errors.ts';
import { newEvent, newEvents, newStream, type Subject } from '../support/contract-subject.ts';

export const repeats = (subject: Subject): void => {
  describe('the same event ids with the same expected revision', () => {
    test('get the same answer again and are stored once', async () => {
      const stream = newStream();
      const events = newEvents(3);
      const first = await subject.store.append(stream, events, 'no_stream');
      expect(await subject.store.append(stream, events, 'no_stream')).toEqual(first);
      expect(await subject.store.readStream(stream)).toHaveLength(3);
    });

    test('get the same answer again when later events follow', async () => {
      const stream = newStream();
      await subject.store.append(stream, [newEvent()], 'no_stream');
      const events = newEvents(2);
      const first = await subject.store.append(stream, events, 0n);
      await subject.store.append(stream, newEvents(4), 2n);
      expect(await subject.store.append(stream, events, 0n)).toEqual(first);
      expect(await subject.store.readStream(stream)).toHaveLength(7);
    });

    test('get the same answer through another store', async () => {
      const stream = newStream();
      const events = newEvents(2);
      const first = await subject.store.append(stream, events, 'no_stream');
      expect(await subject.another().append(stream, events, 'no_stream')).toEqual(first);
    });

    test('sent several times at once are stored once, and every caller gets the same answer', async () => {
      const stream = newStream();
      const events = newEvents(2);
      const other = subject.another();
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, n) => (n % 2 ? other : subject.store).append(stream, events, 'no_stream')),
      );
      expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
      expect(answers.every(({ revision }) => revision === 1n)).toBe(true);
      expect(await subject.store.readStream(stream)).toHaveLength(2);
    });

    test('are recognized whatever the case of their letters', async () => {
      const stream = newStream();
      const event = newEvent();
      const first = await subject.store.append(stream, [event], 'no_stream');
      const shouted = { ...event, id: event.id.toUpperCase() };
      expect(await subject.store.append(stream, [shouted], 'no_stream')).toEqual(first);
    });
  });

  test('old and new ids mixed at an old revision are refused, and nothing is written', async () => {
    const stream = newStream();
    const events = newEvents(2);
    await subject.store.append(stream, events, 'no_stream');
    const mixed = [events[0]!, newEvent()];
    await expect(subject.store.append(stream, mixed, 'no_stream')).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await subject.store.readStream(stream)).toHaveLength(2);
  });

  test('are refused in a longer append', async () => {
    const stream = newStream();
    const events = newEvents(2);
    await subject.store.append(stream, events, 'no_stream');
    const longer = [...events, newEvent()];
    await expect(subject.store.append(stream, longer, 'no_stream')).rejects.toBeInstanceOf(WrongExpectedRevision);
    expect(await subject.store.readStream(stream)).toHaveLength(2);
  });

  test('a writer that may be repeating finds its event in the stream that it loads, and appends nothing', async () => {
    // The rule of the kernel: look for the first id in the loaded stream, answer from there, append only otherwise.
    const stream = newStream();
    const event = newEvent({ step: 'once' });
    const once = async (): Promise<bigint> => {
      const loaded = await subject.store.readStream(stream).catch(() => []);
      const known = loaded.find(({ id }) => id === event.id);
      if (known) return known.revision;
      return (await subject.store.append(stream, [event], loaded.at(-1)?.revision ?? 'no_stream')).revision;
    };
    const first = await once();
    await subject.store.append(stream, [newEvent({ step: 'later' })], first);
    expect(await once()).toBe(first);
    expect(await subject.store.readStream(stream)).toHaveLength(2);
  });
};
