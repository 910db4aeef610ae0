import { EventEmitter } from 'node:events';
import type { Context } from 'hono';
import { expect, test } from 'vitest';
import { makeAnswerRoom } from '../../../src/http/answers/answer-room.ts';
import type { Env } from '../../../src/http/requests/exchange.ts';

const MIB = 1024 * 1024;
/** A call of a company, whose answer nobody reads. */
const callOf = (partner_id: string, company_id: string): Context<Env> => {
  const exchange = { caller: { entity: `company:${company_id}`, tenant: { partner_id, company_id } } };
  return { env: { outgoing: new EventEmitter() }, get: () => exchange } as unknown as Context<Env>;
};

test('two partners who read nothing keep others from no answers, and these get no more than their part', () => {
  const room = makeAnswerRoom();
  const take = (partner: string, company: string) => room.hold(callOf(partner, company), 10 * MIB, true);
  for (const partner of ['p1', 'p2'])
    for (const company of ['a', 'b']) for (let i = 0; i < 4; i++) take(partner, `${partner}${company}`);
  for (const company of ['p1a', 'p1c']) expect(() => take('p1', company)).toThrow('are not read yet');
  const other = callOf('p3', 'c');
  room.hold(other, 10 * MIB, true);
  take('p3', 'd');
  expect(() => take('p3', 'd')).toThrow('are not read yet');
  other.env.outgoing!.emit('close');
  take('p3', 'd');
});

test('what is kept for each partner has an end as well, however many they are', () => {
  const room = makeAnswerRoom();
  let taken = 0;
  const take = (partner: string) => {
    room.hold(callOf(partner, `of ${partner}`), 10 * MIB, true);
    taken += 10 * MIB;
  };
  expect(() => {
    for (let i = 0; i < 100; i++) for (let j = 0; j < 2; j++) take(`p${i}`);
  }).toThrow('are not read yet');
  expect(taken).toBe(320 * MIB);
});
