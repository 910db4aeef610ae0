import { type Problem, unavailable } from '../values/problem.ts';

/**
 * Where the bytes of files are: pieces in the order in which they came, each of them a box that only its file's key
 * opens. Nothing here knows what they are, or whose.
 */
export interface Contents {
  kept_in: 'database' | 'folder';
  /**
   * Writes pieces as they come. They can be read when this resolves, and outlast a crash of the machine.
   *
   * @param touch says that the writer lives, between two pieces; throws when its content was given up
   */
  write(id: string, boxes: AsyncIterable<Uint8Array>, touch: () => Promise<void>): Promise<void>;
  /** The pieces that there are, in order. @throws Problem 503 when the place is away */
  read(id: string): AsyncIterable<Uint8Array>;
  /**
   * The bytes that there are in the pieces of each of some contents, by id; nothing is read of them. What has none may
   * be left out.
   *
   * @throws Problem 503 when the place is away
   */
  measure(contents: readonly { id: string; pieces: number }[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Deletes what there is of these, whole or half; nothing of one that is not there.
   *
   * @throws Problem 503 when the place is away
   */
  remove(ids: readonly string[]): Promise<void>;
}

const RETRY_s = 10;

/** 503: the place that contents are kept in is away. The cause is for the operator. */
export const filesAway = (cause: unknown): Problem =>
  unavailable(
    {
      en: 'The files that the service keeps cannot be reached at the moment; try again in a while.',
      fr: 'Les fichiers que le service conserve ne peuvent être joints pour le moment; réessayez plus tard.',
    },
    RETRY_s,
    cause,
  );
