import { derivedId } from '../../values/ids.ts';
import type { Call } from '../definition/operation.ts';
import type { ResourceDefinition } from '../definition/resource.ts';

/** The id of the record that this call creates; the same when the call is repeated. */
export const idOfCreate = (definition: ResourceDefinition, call: Call, index = 0): string =>
  derivedId(
    definition.prefix,
    Date.parse(call.origin.occurred_at),
    `${call.origin.seed}/${definition.object}/${index}`,
  );
