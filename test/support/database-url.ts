import { dirname } from 'node:path';
import type { DatabaseAddress } from '../../src/database/connect.ts';

/** A `postgres://` URL that reaches an address, through its socket where it has one. */
export const urlOf = ({ user, password, host, port, database, path }: DatabaseAddress): string => {
  const socket = path === undefined ? '' : `?host=${encodeURIComponent(dirname(path))}`;
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}${socket}`;
};
