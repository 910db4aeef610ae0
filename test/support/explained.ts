import type { Sql } from 'postgres';

/** A plan that PostgreSQL carried out, as `explain (analyze, format json)` tells it. */
export interface Plan {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Rows that the parts of a plan met which `counts` says are counted, those that a filter threw away among them. */
export const metBy = (plan: Plan, counts: (part: Plan) => boolean): number =>
  (counts(plan) ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((rows, each) => rows + metBy(each, counts), 0);

/** A connection that explains each statement before it carries it out, and tells its plan. */
export const explaining = (sql: Sql, tell: (plan: Plan) => void): Sql => {
  const unsafe = async (text: string, values: never[]) => {
    const [explained] = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    tell(explained!['QUERY PLAN'][0].Plan);
    return sql.unsafe(text, values);
  };
  // Readers ask nothing else of a connection.
  return { unsafe } as unknown as Sql;
};
