import { expect, test } from 'vitest';
import { type Book, differences, type Effect, enter } from '../../soak/book.ts';

/** The soak's own eye: it must see what is lost, altered, doubled, or back again. */
const acknowledged: Effect[] = [
  { of: 'employees', id: 'emp_1', made: { last_name: 'Roy' } },
  { of: 'employees', id: 'emp_1', changed: { last_name: 'Li' } },
  { of: 'employees', id: 'emp_2', made: { last_name: 'Roy' } },
  { of: 'employees', id: 'emp_3', made: { last_name: 'Roy' } },
  { of: 'employees', id: 'emp_3', gone: true },
  { of: 'pay_rates', id: 'payrt_1', made: { work_assignment_id: 'wrk_1', rate: 20 } },
];
const bookOf = (effects: readonly Effect[]): Book => {
  const book: Book = new Map();
  enter(book, effects);
  return book;
};

const never = async () => false;

type Rows = Record<string, { id: string; data: Record<string, unknown> }[]>;

/** A company that holds these rows, in pages as the service gives them. */
const holding =
  (rows: Rows, unlisted: Rows = {}) =>
  async (path: string) => {
    const [of = '', rest = ''] = path.slice(1).split(/[?/]/);
    if (path.includes('?')) {
      const page = Number(/page=(\d+)$/.exec(path)![1]);
      return { status: 200, body: { data: (rows[of] ?? []).slice((page - 1) * 100, page * 100) } };
    }
    const found = unlisted[of]?.find(({ id }) => id === rest);
    return found ? { status: 200, body: { data: found.data } } : { status: 404 };
  };

const RIGHT: Rows = {
  employees: [
    { id: 'emp_1', data: { last_name: 'Li' } },
    { id: 'emp_2', data: { last_name: 'Roy' } },
  ],
  pay_rates: [{ id: 'payrt_1', data: { work_assignment: { id: 'wrk_1' }, rate: 20 } }],
};

test('nothing differs when all records are as they were acknowledged, also those that lists leave out', async () => {
  expect(await differences(bookOf(acknowledged), holding(RIGHT), never)).toEqual([]);
  const { employees = [] } = RIGHT;
  const archived = holding({ ...RIGHT, employees: employees.slice(0, 1) }, { employees: employees.slice(1) });
  expect(await differences(bookOf(acknowledged), archived, never)).toEqual([]);
});

test('lost, altered, reappeared and unacknowledged records are found, on any page', async () => {
  const others = Array.from({ length: 150 }, (_, i) => ({ id: `emp_x${i}`, data: { last_name: 'Roy' } }));
  const effects = others.map(({ id, data }): Effect => ({ of: 'employees', id, made: data }));
  const wrong: Rows = {
    employees: [
      { id: 'emp_1', data: { last_name: 'Roy' } },
      ...others,
      { id: 'emp_3', data: { last_name: 'Roy' } },
      { id: 'emp_4', data: {} },
    ],
    pay_rates: [{ id: 'payrt_1', data: { work_assignment: { id: 'wrk_2' }, rate: 20 } }],
  };
  expect(await differences(bookOf([...acknowledged, ...effects]), holding(wrong), never)).toEqual([
    'employees/emp_1 has last_name "Roy" and was told "Li"',
    'employees/emp_2 was acknowledged and is not there',
    'employees/emp_3 was deleted and is there',
    'employees/emp_4 is there and nobody was told of it',
    'pay_rates/payrt_1 has work_assignment_id "wrk_2" and was told "wrk_1"',
  ]);
});

test('records that were deleted with their container are not missing', async () => {
  const lines: Effect[] = ['ernli_1', 'ernli_2'].map((id) => ({ of: 'earning_line_items', id, made: { amount: 1 } }));
  const wentWith = async (of: string, id: string) => `${of}/${id}` === 'earning_line_items/ernli_1';
  expect(await differences(bookOf(lines), holding({}), wentWith)).toEqual([
    'earning_line_items/ernli_2 was acknowledged and is not there',
  ]);
});
