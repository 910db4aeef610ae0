import { beforeEach, describe, expect, test } from 'vitest';
import type { State } from '../../../src/kernel/definition/resource.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { type InMemory, inMemory, STRANGER } from '../../support/in-memory.ts';
import { ask, registry } from '../../support/library.ts';

let world: InMemory;
let ada: State;
let grace: State;
let topic: State;
beforeEach(async () => {
  world = inMemory({ registry });
  ada = await world.given.created('author', { name: 'Ada' });
  grace = await world.given.created('author', { name: 'Grace' });
  topic = await world.given.created('topic', { name: 'Engines', author_id: ada.id });
});

const create = (body: JsonObject) => ask(world, 'create_book', { body: { title: 'Notes', ...body } });
const wrongIn = async (body: JsonObject) => {
  const { problem, events } = await world.when(() => create(body));
  expect(events).toEqual([]);
  return [problem?.status, problem?.issues.map(({ path, text }) => [path, text.en])];
};
const chapter = (author_id: string | null, topics: string[]) => ({ title: 'One', author_id, topics });
const dataOf = (reply: { body?: unknown }) => (reply.body as { data: JsonObject }).data;

describe('ids in a body', () => {
  test('are looked up in lists and in the objects of lists', async () => {
    const NO_AUTHOR = 'There is no author with this id.';
    const NO_TOPIC = 'There is no topic with this id.';
    expect(await wrongIn({ editor_ids: [ada.id, 'aut_none'] })).toEqual([422, [['editor_ids.1', NO_AUTHOR]]]);
    const chapters = [chapter(ada.id, [topic.id]), chapter('aut_none', [topic.id, 'top_none']), chapter(null, [])];
    expect(await wrongIn({ chapters })).toEqual([
      422,
      [
        ['chapters.1.author_id', NO_AUTHOR],
        ['chapters.1.topics.1', NO_TOPIC],
      ],
    ]);
  });

  test('of another kind or of another company are unknown', async () => {
    expect(await wrongIn({ editor_ids: [topic.id] })).toMatchObject([422, [['editor_ids.0', expect.anything()]]]);
    const theirs = await world.when(() =>
      ask(world, 'create_book', { body: { title: 'Notes', editor_ids: [ada.id] }, tenant: STRANGER }),
    );
    expect(theirs.problem?.issues.map(({ path }) => path)).toEqual(['editor_ids.0']);
  });

  test('that were there before are not looked up again, also at another place of the list', async () => {
    const made = await create({ chapters: [chapter(ada.id, [topic.id])] });
    const { id } = made.body as { id: string };
    await world.given.events('topic', topic.id, { type: 'TopicDeleted', data: {} });
    const chapters = [chapter(null, []), chapter(grace.id, [topic.id])];
    const moved = await ask(world, 'update_book', { params: { book: id }, body: { chapters } });
    expect(dataOf(moved).chapters).toHaveLength(2);
  });

  test('are reported as twenty and a number when more are unknown', async () => {
    const topics = (from: number) => Array.from({ length: 5 }, (_, i) => `top_${from + i}`);
    const chapters = [0, 5, 10, 15, 20].map((from) => chapter(null, topics(from)));
    const [, issues] = (await wrongIn({ chapters })) as [number, [string, string][]];
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)![1]).toBe('25 ids are unknown in all; the first 20 are named');
  });
});

describe('references in answers', () => {
  const make = () => create({ author_id: grace.id, topic_id: topic.id });
  const stubOf = ({ id }: State, object: string) => ({ id, object, links: { self: `/${object}s/${id}` } });

  test('are stubs, and null where there is none', async () => {
    expect(dataOf(await make())).toMatchObject({
      author: stubOf(grace, 'author'),
      topic: stubOf(topic, 'topic'),
      reader: null,
    });
  });

  test('are expanded by member, and below that by path', async () => {
    const { id } = (await make()).body as { id: string };
    const show = (expand: string[]) => ask(world, 'retrieve_book', { params: { book: id }, query: { expand } });
    expect(dataOf(await show(['author', 'reader']))).toMatchObject({
      author: { id: grace.id, data: { name: 'Grace' } },
      topic: stubOf(topic, 'topic'),
      reader: null,
    });
    expect(dataOf(await show(['topic.author']))).toMatchObject({
      author: stubOf(grace, 'author'),
      topic: { id: topic.id, data: { name: 'Engines', author: { id: ada.id, data: { name: 'Ada' } } } },
    });
    const { problem } = await world.when(() => show(['title', 'topic.shelf']));
    expect(problem?.issues.map(({ path }) => path)).toEqual(['expand.0', 'expand.1']);
    expect(problem?.issues[1]?.text.en).toBe('"topic.shelf" cannot be expanded; of topic these can: author');
  });
});
