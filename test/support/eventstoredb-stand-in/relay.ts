/** A TCP relay in front of the stand-in, so that connections can fail in the ways that only a network can. */

import { connect, createServer, type Socket } from 'node:net';

export interface Relay {
  port: number;
  /** Breaks all connections. */
  cut(): void;
  /**
   * Holds all bytes in both directions, as if the host behind were stopped, until `thaw`. New connections are taken.
   */
  freeze(): void;
  thaw(): void;
  /** Refuses connections, breaking those there are, until `open` is called. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Connections accepted since the start. */
  accepted(): number;
}

/** Starts a relay on a free port of 127.0.0.1 towards `target`, a port of the same. */
export async function startRelay(target: number): Promise<Relay> {
  const pairs = new Set<[Socket, Socket]>();
  let frozen = false;
  let accepted = 0;

  const server = createServer((near) => {
    accepted += 1;
    const far = connect(target, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      to.on('drain', () => {
        if (!frozen) from.resume();
      });
      from.on('error', end);
      from.on('close', end);
    }
    if (frozen) for (const socket of pair) socket.pause();
  });

  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  await listen(0);
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the relay has no port');
  const { port } = address;

  const cut = () => {
    for (const pair of [...pairs]) for (const socket of pair) socket.destroy();
  };
  return {
    port,
    cut,
    freeze() {
      frozen = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
    open: () => listen(port),
    accepted: () => accepted,
  };
}
