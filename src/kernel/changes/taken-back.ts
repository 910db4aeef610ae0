import { Problem } from '../../values/problem.ts';
import { type ResourceDefinition, streamOf } from '../definition/resource.ts';
import type { Services } from '../definition/services.ts';
import type { Origin } from '../definition/writer.ts';
import { loadStream } from './execute.ts';
import { writeChanges } from './write.ts';

/**
 * The problem of a deletion that was taken back because another record that names this one was written at the same time:
 * that of a deletion after that write, 400 or 409. Undefined where the deletion stands.
 *
 * @param origin that of the deletion, which is followed
 */
export const takenBack = async (
  definition: ResourceDefinition,
  id: string,
  origin: Origin,
  services: Services,
): Promise<Problem | undefined> => {
  const { aggregate } = await loadStream(streamOf(definition.object, id), services);
  if (!aggregate.get(definition.object, id)) return undefined;
  // Another cause: the stream holds the deletion of this one.
  const cause = { ...origin, seed: `${origin.seed}/again` };
  const [outcome] = await writeChanges(definition, [{ op: 'delete', id }], cause, services, 'check');
  return outcome?.ok === false ? outcome.problem : new Problem(409, NAMED_MEANWHILE);
};

const NAMED_MEANWHILE = {
  en: 'Another record that names this one was written in the same moment, so it was not deleted. Repeat the request.',
  fr: "Un autre enregistrement qui nomme celui-ci a été écrit au même moment : il n'a donc pas été supprimé. Répétez la requête.",
};
