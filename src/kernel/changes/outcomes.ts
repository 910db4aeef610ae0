import { AppendTooLarge, LeaseLost, StoreUnavailable } from '../../event-store/errors.ts';
import { invalid, Problem, unavailable } from '../../values/problem.ts';
import type { Text } from '../../values/text.ts';
import type { Change, Origin, Outcome } from '../definition/writer.ts';

/** How a change ends: written, refused, or only checked. */

/** The problem that only one change has: its refusal, or in a last try an error of the service. */
export const problemOf = (error: unknown, origin: Origin): Problem | undefined =>
  error instanceof Problem && error.status < 500 ? error : origin.faultOf?.(error);

/** A refusal becomes an outcome; an unavailable store is thrown, since it concerns all changes. */
export const outcomeOf = async (change: Change, origin: Origin, run: () => Promise<Outcome>): Promise<Outcome> => {
  try {
    return await run();
  } catch (error) {
    const problem = problemOf(error, origin);
    if (problem) return { ok: false, id: change.id, problem };
    throw error;
  }
};

/** Thrown to end a change that was only checked. */
export class Checked extends Error {}

/** The problem that the caller gets for what the store throws at an append; other errors as they are. */
export const refusedByStore = (error: unknown): unknown => {
  if (error instanceof StoreUnavailable) return storeUnavailable(error);
  return error instanceof AppendTooLarge ? tooLarge(error) : error;
};

/** 422: a last resort; the limits of docs/limits.md should prevent it. */
const tooLarge = ({ bytes, limit }: AppendTooLarge): Problem => {
  const [is, most] = [bytes, limit].map((size) => Math.ceil(size / 1024));
  return invalid([
    {
      path: '',
      text: {
        en: `makes a change of ${is} KiB, and one change may have at most ${most} KiB; shorten its texts, or send it in parts`,
        fr: `fait une modification de ${is} Kio, et une modification peut avoir au plus ${most} Kio; raccourcissez ses textes, ou envoyez-la en parties`,
      },
    },
  ]);
};

/** 503: the problem for the caller. That a repeat has taken over a request is no trouble of the store. */
const storeUnavailable = (error: StoreUnavailable): Problem =>
  unavailable(textOf(error), error.retryAfter_s, error instanceof LeaseLost && !error.isOfWork ? undefined : error);

const textOf = (error: StoreUnavailable): Text => {
  if (error instanceof LeaseLost) return error.isOfWork ? WORK_TAKEN_OVER : TAKEN_OVER;
  return error.outcome === 'unknown' ? NOT_KNOWN : NOT_WRITTEN;
};

const TAKEN_OVER: Text = {
  en: 'The process that this request came to was not heard of for a while, so a repeat of the request has taken it over. Repeat it with the same X-Idempotency-Key to get its answer.',
  fr: "Le processus qui a reçu cette requête n'a pas donné signe pendant un moment; une répétition de la requête l'a donc reprise. Répétez-la avec la même X-Idempotency-Key pour obtenir sa réponse.",
};

/** Read by operators, in logs: nobody has asked for what is done behind the answers. */
const WORK_TAKEN_OVER: Text = {
  en: 'This process was not heard of for a while, so another one has taken over this work and goes on with it. Nothing was written here, and nothing has to be done.',
  fr: "Ce processus n'a pas donné signe pendant un moment; un autre a donc repris ce travail et le poursuit. Rien n'a été écrit ici, et il n'y a rien à faire.",
};

const NOT_KNOWN: Text = {
  en: 'The store of the service did not answer in time; the change may or may not have been made. Repeat the request with the same X-Idempotency-Key.',
  fr: "Le dépôt du service n'a pas répondu à temps; la modification a pu être faite ou non. Répétez la requête avec la même X-Idempotency-Key.",
};

const NOT_WRITTEN: Text = {
  en: 'The store of the service cannot take the change now; nothing was stored. Repeat the request.',
  fr: "Le dépôt du service ne peut pas accepter la modification maintenant; rien n'a été enregistré. Répétez la requête.",
};
