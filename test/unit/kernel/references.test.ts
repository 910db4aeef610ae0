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
    expect(await wrongIn({ author_ids: [ada.id, 'aut_none'] })).toEqual([422, [['author_ids.1', NO_AUTHOR]]]);
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
    expect(await wrongIn({ author_ids: [topic.id] })).toMatchObject([422, [['author_ids.0', expect.anything()]]]);
    const theirs = await world.when(() =>
      ask(world, 'create_book', { body: { title: 'Notes', author_ids: [ada.id] }, tenant: STRANGER }),
    );
    expect(theirs.problem?.issues.map(({ path }) => path)).toEqual(['author_ids.0']);
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
  const make = () =>
    create({ author_ids: [grace.id, ada.id], chapters: [chapter(ada.id, [topic.id]), chapter(null, [])] });
  const stubOf = ({ id }: State, object: string) => ({ id, object, links: { self: `/${object}s/${id}` } });

  test('are stubs in lists and in objects of lists, in the order in which they were given', async () => {
    expect(dataOf(await make())).toMatchObject({
      authors: [stubOf(grace, 'author'), stubOf(ada, 'author')],
      chapters: [
        { title: 'One', author: stubOf(ada, 'author'), topics: [stubOf(topic, 'topic')] },
        { title: 'One', author: null, topics: [] },
      ],
    });
  });

  test('are expanded by member, by the path into a list, and below that', async () => {
    const { id } = (await make()).body as { id: string };
    const show = (expand: string[]) => ask(world, 'retrieve_book', { params: { book: id }, query: { expand } });
    expect(dataOf(await show(['authors']))).toMatchObject({
      authors: [
        { id: grace.id, data: { name: 'Grace' } },
        { id: ada.id, data: { name: 'Ada' } },
      ],
      chapters: [{ author: stubOf(ada, 'author') }, {}],
    });
    expect(dataOf(await show(['chapters.topics.author', 'chapters.author']))).toMatchObject({
      authors: [stubOf(grace, 'author'), stubOf(ada, 'author')],
      chapters: [
        {
          author: { id: ada.id, data: { name: 'Ada' } },
          topics: [{ id: topic.id, data: { name: 'Engines', author: { id: ada.id, data: { name: 'Ada' } } } }],
        },
        { author: null, topics: [] },
      ],
    });
    const { problem } = await world.when(() => show(['chapters.title', 'chapters.topics.shelf']));
    expect(problem?.issues.map(({ path }) => path)).toEqual(['expand.0', 'expand.1']);
    expect(problem?.issues[1]?.text.en).toBe(
      '"chapters.topics.shelf" cannot be expanded; of chapters.topics these can: author',
    );
  });
});
