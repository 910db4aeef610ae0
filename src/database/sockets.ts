import { EventEmitter } from 'node:events';
import { isIP, Socket } from 'node:net';
import { type ConnectionOptions, connect as encrypt } from 'node:tls';
import { isTurnLong, loopTurn } from '../timing/give-way.ts';

// postgres 3.4.9 loses statements when their connection ends with an error, and then the connection too:
//
//   - it rejects what is under way when the error comes, and lets go of the connection when the socket has closed,
//     which is later. A statement that is sent in between, by whoever tries again at once, never settles. Neither does
//     any other that the connection gets once it is open again, since it still waits for that one
//     (porsager/postgres#1130)
//   - what was not written yet when the socket closed stays in the connection's buffer, and so does its timer. So the
//     first message of the next session is not sent, until the time limit for connecting, again and again
//   - where a server closes while a session begins, without a word, it tries again for ever (porsager/postgres#1193).
//     It does so too where the server says why, on a connection that was lost with a statement under way: it takes the
//     reason for the end of that one
//
// None is released. The sockets that it gets here behave so that none happens; after the fixes only the breaks of large
// answers (`rest`) have to stay, and the tests in test/database/connection-lost.test.ts.

/** What the driver gives, of its settings. */
interface Where {
  path?: string | false;
  host: readonly string[];
  port: readonly number[];
}

/** How the connections of a client are encrypted, as the driver reads it from the address and the environment. */
export interface Encryption {
  /**
   * false for not at all; `allow`, `prefer` and `require` take any certificate, whatever else there is only a good one.
   */
  ssl: unknown;
  /** `direct` for without asking the server first. */
  sslnegotiation: unknown;
}

/**
 * To be sent with the first message of a session, as its options: of blanks there come no settings. The driver writes a
 * message of 1,024 bytes at once, whatever its timer says.
 */
export const AT_ONCE = ' '.repeat(1_024);

const PROTOCOL_3 = 0x0003_0000;
/** The message SSLRequest: its length, and the number that stands where others have the version of the protocol. */
const MAY_WE_ENCRYPT = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const YES = 'S'.charCodeAt(0);

/** The first message of a session, without what an earlier one left before it; all where there is no such message. */
const firstMessage = (written: Buffer): Buffer => {
  for (let at = 0; at + 8 <= written.length; at++)
    if (written.readUInt32BE(at) === written.length - at && written.readUInt32BE(at + 4) === PROTOCOL_3)
      return written.subarray(at);
  return written;
};

/** The settings of node for an encryption. Its own check of certificates is on unless it is turned off here. */
const settingsOf = ({ ssl, sslnegotiation }: Encryption, host: string): ConnectionOptions => ({
  // Whose certificate it is to be. Node would take an address without a name for this machine.
  host,
  ...(isIP(host) ? {} : { servername: host }),
  ...(sslnegotiation === 'direct' ? { ALPNProtocols: ['postgresql'] } : {}),
  ...(ssl === 'require' || ssl === 'allow' || ssl === 'prefer' ? { rejectUnauthorized: false } : {}),
  ...(typeof ssl === 'object' ? ssl : {}),
});

type Done = (error?: Error | null) => void;

/** ReadyForQuery, the last message of each answer, without the state of the transaction behind it. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
const endsAnswer = (read: Buffer): boolean =>
  read.length > READY.length && read.subarray(-READY.length - 1, -1).equals(READY);

const ERROR_RESPONSE = 'E'.charCodeAt(0);
/** With what a server begins: authentication, an error, a notice, another version of the protocol. */
const FIRST = new Set(Buffer.from('RENv'));

/** Why a server begins no session: its error among whole messages that were read together. */
const refusalIn = (read: Buffer): Refused | undefined => {
  for (let at = 0; at + 5 <= read.length; ) {
    const end = at + 1 + read.readUInt32BE(at + 1);
    if (end < at + 5 || end > read.length) return undefined;
    if (read[at] === ERROR_RESPONSE) {
      const fields = read.toString('utf8', at + 5, end).split('\0');
      const member = (letter: string): string => fields.find((field) => field.startsWith(letter))?.slice(1) ?? '';
      return new Refused(member('M'), member('C'));
    }
    at = end;
  }
  return undefined;
};

/**
 * The driver's end of a connection. It closes in the very moment of its error, and never closes without one before its
 * session has begun. It encrypts by itself: the driver would take another socket for that. What is written before it
 * may be sent waits. It fails where the server owes an answer and says nothing for `silence_ms`: a machine that is gone
 * without a word would be waited for until the system gives the connection up, a quarter of an hour.
 */
class DriverSocket extends EventEmitter {
  readonly host: string;
  readonly port: number;
  private readonly encryption: Encryption;
  private socket = new Socket();
  /** What waits until it may be sent: the connection is made, and encrypted if it has to be. */
  private waiting: [Uint8Array | string, Done | undefined][] | undefined = [];
  private hasRead = false;
  private hasBegun = false;
  private refusal: Error | undefined;
  private hasWritten = false;
  private hasEnded = false;
  /** Whether something was written that has no answer yet. */
  private isOwed = false;
  /** Whether the driver wants nothing for now. */
  private isPaused = false;
  private readonly silence: NodeJS.Timeout | undefined;
  private readonly failed = (error: Error): void => this.settle(error);
  private readonly closed = (): void => this.settle(this.hasBegun ? undefined : (this.refusal ?? new NoSession()));

  constructor(path: string | undefined, host: string, port: number, encryption: Encryption, silence_ms: number) {
    super();
    if (silence_ms > 0) this.silence = setTimeout(() => this.wasSilent(), silence_ms).unref();
    this.host = host;
    this.port = port;
    this.encryption = encryption;
    this.socket.on('error', this.failed).on('close', this.closed);
    if (encryption.ssl) this.socket.once('connect', () => this.negotiate());
    // Some addresses fail at once: not before the driver listens for that.
    setImmediate(() => {
      if (this.hasEnded || this.socket.destroyed) return;
      if (path) this.socket.connect(path);
      else this.socket.connect(port, host);
      // What is written before it has connected waits.
      if (!encryption.ssl) this.pass();
    });
  }

  get readyState(): string {
    return this.socket.readyState;
  }

  /** Whether more may be written at once. */
  write(written: Uint8Array | string, done?: Done): boolean {
    const isFirst = !this.hasWritten;
    this.hasWritten = true;
    if (!this.isOwed) this.silence?.refresh();
    this.isOwed = true;
    const message = isFirst && Buffer.isBuffer(written) ? firstMessage(written) : written;
    if (!this.waiting) return this.socket.write(message, done);
    this.waiting.push([message, done]);
    return true;
  }

  end(last: Uint8Array): void {
    if (this.waiting) this.destroy();
    else this.socket.end(last);
  }

  destroy(): void {
    this.socket.destroy();
  }

  pause(): void {
    this.isPaused = true;
    this.socket.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.socket.resume();
  }

  setKeepAlive(on: boolean, after_ms: number): void {
    this.socket.setKeepAlive(on, after_ms);
  }

  /** A process that was held reads first what came meanwhile. */
  private wasSilent(): void {
    const { bytesRead } = this.socket;
    setImmediate(() => {
      if (this.isOwed && this.socket.bytesRead === bytesRead) this.settle(new Silent());
    });
  }

  private settle(failure: Error | undefined): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.silence);
    this.socket.destroy();
    if (failure) this.emit('error', failure);
    this.emit('close', failure !== undefined);
  }

  /** What is read while a session begins. */
  private begin(read: Buffer): void {
    if (!this.hasRead && !FIRST.has(read[0]!)) this.refusal = new Stranger();
    this.hasRead = true;
    this.refusal ??= refusalIn(read);
    this.hasBegun = endsAnswer(read);
  }

  /** From here on, what is read and written is of the session. */
  private pass(): void {
    this.socket
      .on('data', (read: Buffer) => {
        if (!this.hasBegun) this.begin(read);
        this.isOwed &&= !endsAnswer(read);
        if (this.isOwed) this.silence?.refresh();
        this.emit('data', read);
        if (this.isOwed && isTurnLong()) void this.rest();
      })
      .on('drain', () => this.emit('drain'));
    for (const [message, done] of this.waiting ?? []) this.socket.write(message, done);
    this.waiting = undefined;
  }

  /**
   * The driver parses what it is given at once, and the system gives it two megabytes of a large answer in one turn of
   * the event loop. The rest of those comes in later turns, so that others have theirs.
   */
  private async rest(): Promise<void> {
    this.socket.pause();
    await loopTurn();
    if (!this.isPaused) this.socket.resume();
  }

  private negotiate(): void {
    if (this.encryption.sslnegotiation === 'direct') {
      this.encrypt();
      return;
    }
    // Bytes behind the answer were not encrypted, so they are of nobody: they are not read as part of the session.
    this.socket.once('data', (answer: Buffer) => {
      if (answer[0] === YES) this.encrypt();
      else if (this.encryption.ssl === 'prefer') this.pass();
      else this.settle(new NoSession('the database encrypts no connections, and its address asks for that'));
    });
    this.socket.write(MAY_WE_ENCRYPT);
  }

  private encrypt(): void {
    const plain = this.socket.off('close', this.closed);
    this.socket = encrypt({ ...settingsOf(this.encryption, this.host), socket: plain })
      .on('error', this.failed)
      .on('close', this.closed)
      .on('secureConnect', () => this.pass());
  }
}

/** The server said why it begins no session. */
class Refused extends Error {
  readonly severity = 'FATAL';
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** The server closed a connection, or refused it, before it said anything of a session. */
class NoSession extends Error {
  readonly code = 'CONNECTION_CLOSED';

  constructor(message = 'the database closed a connection before its session had begun') {
    super(message);
  }
}

/** What answered is no server of a database. */
class Stranger extends NoSession {
  constructor() {
    super('what listens there does not answer as PostgreSQL does');
  }
}

/** The server owes an answer, and has said nothing for longer than any may take. */
class Silent extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super('the database does not answer');
  }
}

/**
 * Opens the sockets of one client. Of several hosts it would know the first alone: `openDatabase` refuses them.
 *
 * @param silence_ms the longest that a server may take for an answer; 0 for any time
 */
export const socketOpener =
  (encryption: Encryption, silence_ms: number): ((where: Where) => DriverSocket) =>
  ({ path, host: [host = ''], port: [port = 0] }) =>
    new DriverSocket(path || undefined, host, port, encryption, silence_ms);
