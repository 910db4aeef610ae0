import { createHash } from 'node:crypto';
import { MEDIA_TYPES } from '../../src/kernel/definition/operation.ts';
import type { Files, StoredFile } from '../../src/kernel/definition/services.ts';

/** Files in memory, with the promises of those that are kept: whole or not at all, the first of one id stays. */
export const memoryFiles = (): Files & { kept: Map<string, { file: StoredFile; bytes: Buffer; company: string }> } => {
  const kept = new Map<string, { file: StoredFile; bytes: Buffer; company: string }>();
  const own = (id: string, company: string | undefined) => {
    const found = kept.get(id);
    return found?.company === company ? found : undefined;
  };
  return {
    kept,
    write: async ({ id, tenant, name, type }, source) => {
      const there = own(id, tenant.company_id);
      if (there) return there.file;
      if (!(type in MEDIA_TYPES)) throw new Error(`${type} is no type of a file`);
      const pieces: Uint8Array[] = [];
      for await (const piece of source) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const file = {
        id,
        name,
        type,
        size: bytes.length,
        sha256,
        made_at: '2026-01-05T17:00:00.000Z',
        expires_at: null,
      };
      kept.set(id, { file, bytes, company: tenant.company_id ?? '' });
      return file;
    },
    find: async (id, { company_id }) => own(id, company_id)?.file,
    read: async function* (id, { company_id }) {
      const found = own(id, company_id);
      if (!found) throw new Error(`there is no file ${id}`);
      for (let at = 0; at < found.bytes.length; at += 1_000) yield found.bytes.subarray(at, at + 1_000);
    },
    measure: async (ids, { company_id }) =>
      ids.flatMap((id) => {
        const found = own(id, company_id);
        return found ? [{ id, stored: found.bytes.length, there: found.bytes.length }] : [];
      }),
    delete: async (id, { company_id }) => (own(id, company_id) ? kept.delete(id) : false),
  };
};
