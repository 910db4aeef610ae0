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
  /** The pieces that there are, in order. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Deletes what there is of these, whole or half; nothing of one that is not there. */
  remove(ids: readonly string[]): Promise<void>;
}
