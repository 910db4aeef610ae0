import type { Position } from '../../event-store/port.ts';
import { areAnswersWaiting, giveWay, isSliceOver, nextTurn } from '../../timing/give-way.ts';
import type { Services } from '../definition/services.ts';
import { newestAppend } from './execute.ts';

/** Many pieces of one work: several at once, and those that append only a few ahead of the read models. */

/** Appends in flight at once for one call; the store groups them. */
const CONCURRENCY = 128;

/**
 * Runs at most `atOnce` at once, by default as many as there may be appends in flight; keeps the order of results.
 *
 * @throws the first failure, once nothing runs any more: who tries again, or gives a lease back, then works alone.
 *   No piece is begun after it
 */
export const inTurns = async <T, R>(
  items: readonly T[],
  run: (item: T, at: number) => Promise<R>,
  atOnce = CONCURRENCY,
): Promise<R[]> => {
  if (items.length === 1) return [await run(items[0]!, 0)];
  const results: R[] = new Array(items.length);
  let next = 0;
  let failure: { error: unknown } | undefined;
  const lane = async () => {
    while (next < items.length) {
      if (isSliceOver()) await nextTurn();
      if (failure || next >= items.length) return;
      const at = next++;
      results[at] = await run(items[at]!, at);
    }
  };
  const ended = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    lane().catch((error: unknown) => {
      failure ??= { error };
    }),
  );
  await Promise.all(ended);
  if (failure) throw failure.error;
  return results;
};

/**
 * Pieces of one work that have begun and cannot be read yet, at most: enough to keep the store and the read models
 * busy.
 */
export const AHEAD = 32;
/**
 * The same of an approval: its appends and the transactions of the read models come in larger groups, and each group
 * costs the thread something. It is no measure for what leaves the service: of that no more than {@link AHEAD} may be
 * on its way when something stops it.
 */
export const FAR_AHEAD = 96;
/**
 * As many there may be while callers write. Read models follow the log in its order, so what another company writes can
 * be read only after these.
 */
const NEAR = 8;
/** The same of work that nobody waits for, as a part of those that there may be else. */
const NEARER = 1 / 8;
/** Read models that stand still for longer are not waited for: no append depends on them. */
const STANDSTILL_ms = 2_000;

/** How far a work is ahead of the read models, and its waits for them. */
class Lead {
  private readonly services: Services;
  private readonly most: number;
  private readonly whileWriting: number;
  private begun = 0;
  /** Of pieces that are done, where the log ended then: they can be read once read models are there. */
  private ends: Position[] = [];
  private isPaced = true;
  private waiting: Promise<void> | undefined;
  private onDone: (() => void) | undefined;

  constructor(services: Services, ahead: number, givesWay: boolean) {
    this.services = services;
    this.most = ahead;
    this.whileWriting = givesWay ? Math.ceil(ahead * NEARER) : Math.min(ahead, NEAR);
  }

  private ahead(): number {
    return areAnswersWaiting() ? this.whileWriting : this.most;
  }

  async begin(): Promise<void> {
    while (this.isPaced && this.begun >= this.ahead()) {
      this.waiting ??= this.wait().finally(() => {
        this.waiting = undefined;
      });
      await this.waiting;
    }
    this.begun++;
  }

  done(): void {
    const end = newestAppend(this.services.store);
    if (end === undefined) this.begun--;
    else this.ends.push(end);
    this.onDone?.();
  }

  /** Waits until the earlier half of what is done can be read, so that the other half keeps the read models busy. */
  private async wait(): Promise<void> {
    const { gate } = this.services;
    if (this.ends.length === 0)
      await new Promise<void>((resolve) => {
        this.onDone = resolve;
      });
    const half = this.ends[Math.floor(this.ends.length / 2)];
    if (half === undefined) return;
    this.isPaced = await gate.followed(half, [], STANDSTILL_ms);
    const reached = gate.readPosition();
    const left = this.ends.filter((end) => end > reached);
    this.begun -= this.ends.length - left.length;
    this.ends = left;
  }
}

/**
 * The same for pieces that append: no more of them are begun than may be ahead of the read models, so that a company
 * with much work does not hold up what others write. Where read models stand still, the rest is not held up by them.
 *
 * @param ahead pieces that may be ahead of the read models; default {@link AHEAD}
 * @param givesWay for work that nobody waits for: after the first pieces, requests in hand come first, and
 *   it is less far ahead while callers write
 */
export const appendInTurns = <T, R>(
  items: readonly T[],
  services: Services,
  run: (item: T, at: number) => Promise<R>,
  { ahead = AHEAD, givesWay = false }: { ahead?: number; givesWay?: boolean } = {},
): Promise<R[]> => {
  const lead = new Lead(services, ahead, givesWay);
  return inTurns(items, async (item, at) => {
    if (givesWay && at >= ahead) await giveWay();
    await lead.begin();
    try {
      return await run(item, at);
    } finally {
      lead.done();
    }
  });
};
