import type { RecordOf } from '../../kernel/definition/resource.ts';
import type { Services, Tenant } from '../../kernel/definition/services.ts';
import { textIf } from '../../values/json.ts';

type Line = RecordOf<'earning_line_item'>;
type Stub = RecordOf<'pay_stub'>;

/**
 * The pay stubs that lines correct by an adjustment, by the id of the adjustment. A correction may have been corrected
 * in its turn: then it is the stub of what was paid first.
 */
export const correctedStubs = async (
  lines: Iterable<Line>,
  read: Services['read'],
  tenant: Tenant,
): Promise<Map<string, Stub>> => {
  const behind = new Map<string, { stub: string | undefined; next: string | undefined }>();
  const ofLines = (some: Iterable<Line>) =>
    new Set([...some].flatMap(({ source_adjustment_id }) => textIf(source_adjustment_id) ?? []));
  for (let open = [...ofLines(lines)]; open.length > 0; ) {
    const adjustments = await read.getMany('adjustment', tenant, open);
    const ids = [...adjustments.values()].flatMap(({ source_line_item_id }) => textIf(source_line_item_id) ?? []);
    const sources = await read.getMany('earning_line_item', tenant, ids);
    for (const [id, { source_line_item_id, source_pay_stub_id }] of adjustments) {
      const next = textIf(sources.get(textIf(source_line_item_id) ?? '')?.source_adjustment_id);
      behind.set(id, { stub: textIf(source_pay_stub_id), next });
    }
    open = [...ofLines(sources.values())].filter((id) => !behind.has(id));
  }
  const stubs = await read.getMany('pay_stub', tenant, [
    ...new Set([...behind.values()].flatMap(({ stub }) => stub ?? [])),
  ]);
  const firstOf = (id: string): Stub | undefined => {
    const { stub, next } = behind.get(id) ?? {};
    return (next === undefined ? undefined : firstOf(next)) ?? stubs.get(stub ?? '');
  };
  const corrected = new Map<string, Stub>();
  for (const id of behind.keys()) {
    const stub = firstOf(id);
    if (stub) corrected.set(id, stub);
  }
  return corrected;
};
