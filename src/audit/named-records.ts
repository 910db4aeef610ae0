import { objectOfId } from '../kernel/definition/show.ts';
import { columnsNamingKept, namedAndKept } from '../kernel/references/kept.ts';
import { any, present } from '../values/condition.ts';
import { groupBy } from '../values/group.ts';
import { wordsOf } from '../values/text.ts';
import { type Found, type Invariant, idsOf } from './invariant.ts';

/**
 * References to records that cannot be deleted while they are named, or that nobody names once they are deleted
 * (kernel/references/kept.ts).
 */

const AT_ONCE = 1_000;

export const namedRecordsAreThere: Invariant = {
  name: 'named_records_are_there',
  says: 'A bank account, pay split, pay schedule, preset, remittance account, rate or benefit that a record names exists.',
  subjects: async function* ({ services, tenant }) {
    const { registry, read } = services;
    for (const [object, columns] of columnsNamingKept(registry)) {
      // Closed pay stubs and payments are history; other invariants check the records that they name.
      if (isHistory(object, registry.need(object).partOf?.objects)) continue;
      yield* idsOf(read.pages(object, tenant, any(...columns.map(present)), AT_ONCE));
    }
  },
  inspect: async (ids, { services, tenant }) => {
    const { registry, read } = services;
    const found: Found[] = [];
    const objects = [...columnsNamingKept(registry).keys()];
    for (const [object, some] of groupBy(ids, (id) => objectOfId(objects, id, registry))) {
      const definition = registry.need(object);
      const rows = [...(await read.getMany(object, tenant, some)).values()];
      const named = rows.flatMap((row) => namedAndKept(definition, row, registry).map((one) => ({ row, ...one })));
      for (const [target, those] of groupBy(named, (one) => one.object)) {
        const there = await read.getMany(target, tenant, [...new Set(those.map(({ id }) => id))]);
        for (const { row, id } of those)
          if (!there.has(id))
            found.push({
              subject: row.id,
              record: row.id,
              what: `it names the ${wordsOf(target)} ${id}, which is not there any more`,
              advice: 'give it another one, or none',
            });
      }
    }
    return found;
  },
};

const HISTORY = new Set(['payroll', 'pay_stub', 'payment', 'report']);

const isHistory = (object: string, containers: readonly string[] = []): boolean =>
  HISTORY.has(object) || containers.includes('pay_stub');
