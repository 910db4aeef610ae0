import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { socketIn } from '../../src/database/connect.ts';

/** What begins every connection: its length, the protocol, and names with values, each ended by a zero. */
const startOf = (members: readonly string[]): Buffer => {
  const body = Buffer.from(`${members.map((member) => `${member}\0`).join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(3 << 16, 4);
  return Buffer.concat([head, body]);
};

const refusal = (setting: string): Buffer => {
  const body = Buffer.from(`SFATAL\0C08P01\0Munsupported startup parameter: ${setting}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
};

/** What stands before a server as PgBouncer does, which refuses settings of sessions, or was told to leave them out. */
export const startPooler = async (server: URL, manner: 'refuses' | 'leaves out') => {
  const folder = server.searchParams.get('host');
  const port = Number(server.port || 5432);
  const listener = createServer((caller) => {
    caller.on('error', () => {});
    caller.once('data', (first: Buffer) => {
      const members = first.subarray(8).toString().split('\0');
      const named = (name: string): string[] => [name, members[members.indexOf(name) + 1] ?? ''];
      if (manner === 'refuses') return void caller.end(refusal('statement_timeout'));
      const behind = folder ? connect(socketIn(folder, port)) : connect(port, server.hostname);
      behind.on('error', () => caller.destroy());
      behind.write(startOf([...named('user'), ...named('database')]));
      caller.pipe(behind).pipe(caller);
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(server);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return { url: url.href, close: () => void listener.close() };
};
