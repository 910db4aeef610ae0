import { Socket } from 'node:net';

// postgres 3.4.9 loses statements when their connection ends with an error, and then the connection too:
//
//   - it rejects what is under way when the error comes, and lets go of the connection when the socket has closed, which
//     is later. A statement that is sent in between, by whoever tries again at once, never settles. Neither does any other
//     that the connection gets once it is open again, since it still waits for that one (porsager/postgres#1130)
//   - what was not written yet when the socket closed stays in the connection's buffer, and so does its timer. So the
//     first message of the next session is not sent, until the time limit for connecting, again and again
//   - where a server closes while a session begins, without a word, it tries again for ever (porsager/postgres#1193)
//
// None is released. The sockets that it gets here behave so that none happens; after the fixes this file can be removed,
// and its tests in test/database/connection-lost.test.ts stay.

/** What the driver gives, of its settings. */
interface Where {
  path?: string | false;
  host: readonly string[];
  port: readonly number[];
  ssl?: unknown;
}

/**
 * To be sent with the first message of a session, as its options: of blanks there come no settings. The driver writes a
 * message of 1,024 bytes at once, whatever its timer says.
 */
export const AT_ONCE = ' '.repeat(1_024);

const PROTOCOL_3 = 0x0003_0000;

/** The first message of a session, without what an earlier one left before it; all where there is no such message. */
const firstMessage = (written: Buffer): Buffer => {
  for (let at = 0; at + 8 <= written.length; at++)
    if (written.readUInt32BE(at) === written.length - at && written.readUInt32BE(at + 4) === PROTOCOL_3)
      return written.subarray(at);
  return written;
};

/** A socket that closes in the very moment of its error, and never closes without one before it has read something. */
class DriverSocket extends Socket {
  private hasRead = false;
  private hasWritten = false;
  private hasEnded = false;

  override emit(event: string | symbol, ...given: unknown[]): boolean {
    if (event === 'data') this.hasRead = true;
    if (event !== 'error' && event !== 'close') return super.emit(event, ...given);
    if (this.hasEnded) return false;
    const failure = event === 'error' ? given[0] : this.hasRead ? undefined : new ClosedAtOnce();
    this.hasEnded = true;
    if (failure !== undefined) super.emit('error', failure);
    return super.emit('close', failure !== undefined);
  }

  override write(written: Uint8Array | string, done?: (error?: Error | null) => void): boolean;
  override write(
    written: Uint8Array | string,
    encoding?: BufferEncoding,
    done?: (error?: Error | null) => void,
  ): boolean;
  override write(written: Uint8Array | string, ...more: unknown[]): boolean {
    const isFirst = !this.hasWritten;
    this.hasWritten = true;
    const message = isFirst && Buffer.isBuffer(written) ? firstMessage(written) : written;
    return Reflect.apply(super.write, this, [message, ...more]);
  }
}

/** The server closed a connection before it said anything. */
class ClosedAtOnce extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor() {
    super('the database closed a connection before its session had begun');
  }
}

/** Opens the sockets of one client, each to the next of its servers. Those that are encrypted are the driver's own. */
export const socketOpener = (): ((where: Where) => Socket) => {
  let opened = 0;
  return ({ path, host, port, ssl }) => {
    const socket = ssl ? new Socket() : new DriverSocket();
    const server = { host: host[opened % host.length] ?? '', port: port[opened % port.length] ?? 0 };
    opened++;
    // The driver takes the name that a certificate must have from here.
    Object.assign(socket, server);
    // What is written before it has connected waits.
    return path ? socket.connect(path) : socket.connect(server);
  };
};
