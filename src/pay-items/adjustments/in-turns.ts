import { latest } from '../../kernel/changes/latest.ts';
import { writeChanges } from '../../kernel/changes/write.ts';
import { makeLookup } from '../../kernel/definition/lookup.ts';
import type { ResourceDefinition } from '../../kernel/definition/resource.ts';
import { type Limit, makeRoom } from '../../kernel/definition/room.ts';
import type { Outcome, Writer } from '../../kernel/definition/writer.ts';
import { memoizedOn } from '../../values/memoized.ts';

/** Whose adjustments take turns. That there is one alone is a rule of adjustments, which says which one it is. */
const OF_A_LINE: Limit = {
  by: 'source_line_item_id',
  most: 1,
  whose: { en: 'the line item', fr: 'la ligne' },
  what: { en: 'adjustments', fr: 'ajustements' },
};

/**
 * The writer of adjustments. Those of one line item are in the streams of different pay stubs, so they take turns: the next
 * one is decided when the one before can be read.
 */
export const writeAdjustments: Writer = async (definition, changes, origin, services, mode = 'write') => {
  const lookup = makeLookup(services, origin.tenant, origin.component);
  const room = await makeRoom(inTurns(definition), changes, origin, lookup, mode);
  let outcomes: Outcome[] | undefined;
  try {
    outcomes = await writeChanges(withoutWriter(definition), changes, origin, services, mode);
  } finally {
    // When the call fails an adjustment may have been written all the same.
    room?.leave(async () =>
      outcomes ? latest(outcomes.map((one) => (one.ok ? one.position : undefined))) : services.store.head(),
    );
  }
  return outcomes;
};

const inTurns = memoizedOn((definition: ResourceDefinition) => ({ ...definition, limits: [OF_A_LINE] }));
const withoutWriter = memoizedOn((definition: ResourceDefinition) => ({ ...definition, writer: undefined }));
