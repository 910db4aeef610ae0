import type { Position } from '../../event-store/port.ts';
import { appendTo } from '../../kernel/changes/execute.ts';
import { appendInTurns } from '../../kernel/changes/in-turns.ts';
import { latest } from '../../kernel/changes/latest.ts';
import { type RecordOf, streamOf } from '../../kernel/definition/resource.ts';
import { followingSource } from '../../payrolls/facts/calendar.ts';
import type { Acting } from '../../payrolls/membership/acting.ts';

/**
 * Gives draft off-cycle payrolls the numbers of their sources, which may have moved with their calendar.
 *
 * @param drafts of a schedule
 * @returns the last position appended
 */
export const followSources = async (
  drafts: readonly RecordOf<'payroll'>[],
  acting: Acting,
): Promise<Position | undefined> => {
  const { services, tenant } = acting;
  const offCycle = drafts.filter(({ type }) => type === 'off_cycle');
  const sources = await services.read.getMany(
    'payroll',
    tenant,
    offCycle.flatMap((one) => one.source_payroll_id ?? []),
  );
  const behind = offCycle.flatMap((one) => {
    const source = sources.get(one.source_payroll_id ?? '');
    return source && followingSource(one, source).length > 0 ? [{ id: one.id, source }] : [];
  });
  const moved = await appendInTurns(behind, services, ({ id, source }) =>
    appendTo(streamOf('payroll', id), 'numbered', acting.once('numbered', id), services, async ({ aggregate }) =>
      followingSource(aggregate.get('payroll', id), source),
    ),
  );
  return latest(moved.map(({ position }) => position));
};
