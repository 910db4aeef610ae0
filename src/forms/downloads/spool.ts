import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Up to this much stays in memory: an employer of a few hundred. */
const IN_MEMORY = 1024 * 1024;
const PIECE = 256 * 1024;
const CIPHER = 'aes-256-ctr';

/** A file without a name: it is gone with the process, and with its reader. */
const nameless = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `payroll-ledger-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
};

/**
 * Makes bytes to their end before any of them goes out, so that what prevents them is reported first. What is more than
 * fits in memory waits on disk, under a key that nobody but this call has: it may hold social insurance numbers.
 *
 * @returns the bytes, to be read once
 * @throws what making them throws
 */
export const spooled = async (
  made: AsyncIterable<Uint8Array>,
  most: number = IN_MEMORY,
): Promise<AsyncIterable<Uint8Array>> => {
  const held: Uint8Array[] = [];
  let size = 0;
  let file: FileHandle | undefined;
  const [key, iv] = [randomBytes(32), randomBytes(16)];
  const cipher = createCipheriv(CIPHER, key, iv);
  try {
    for await (const piece of made) {
      size += piece.length;
      held.push(piece);
      if (size <= most) continue;
      file ??= await nameless();
      for (const one of held.splice(0)) await file.appendFile(cipher.update(one));
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  return file ? readBack(file, createDecipheriv(CIPHER, key, iv)) : inTurn(held);
};

async function* inTurn(held: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* held;
}

/**
 * A file as it is read back. It is closed at its end, when reading it fails, and when its reader leaves: also before
 * the first byte, as after a HEAD, which a generator that never began would not notice.
 */
const readBack = (
  file: FileHandle,
  decipher: ReturnType<typeof createDecipheriv>,
): AsyncIterableIterator<Uint8Array> => {
  let at = 0;
  const end = async (): Promise<IteratorReturnResult<undefined>> => {
    await file.close();
    return { done: true, value: undefined };
  };
  return {
    next: async () => {
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(PIECE), 0, PIECE, at);
        if (bytesRead === 0) return await end();
        at += bytesRead;
        return { done: false, value: decipher.update(buffer.subarray(0, bytesRead)) };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    return: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
