import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Scripts, sheets and pictures of the pages: our own, and those of the package that shows the reference. */

const own = (name: string): URL => new URL(`./assets/${name}`, import.meta.url);
const ofPackage = (name: string): string => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

const compressed = promisify(gzip);

const SCRIPT = 'text/javascript; charset=utf-8';
const SHEET = 'text/css; charset=utf-8';

const FILES: Readonly<Record<string, { type: string; at: () => URL | string }>> = {
  'docs.css': { type: SHEET, at: () => own('docs.css') },
  'reference.js': { type: SCRIPT, at: () => own('reference.js') },
  'icon.svg': { type: 'image/svg+xml', at: () => own('icon.svg') },
  'swagger-ui.css': { type: SHEET, at: () => ofPackage('swagger-ui.css') },
  'swagger-ui-bundle.js': { type: SCRIPT, at: () => ofPackage('swagger-ui-bundle.js') },
};

/** A file as it is sent. */
export interface Asset {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
}

/** Reads files once, when they are first asked for. */
export const makeFiles = (): ((name: string) => Promise<Asset | undefined>) => {
  const read = new Map<string, Promise<Asset>>();
  return async (name) => {
    const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
    if (!file) return undefined;
    let asset = read.get(name);
    if (!asset) {
      asset = readFile(file.at()).then(async (found) => {
        const bytes = new Uint8Array(found);
        return { type: file.type, bytes, gzipped: new Uint8Array(await compressed(bytes)) };
      });
      read.set(name, asset);
      // What could not be read is tried again by who asks next.
      asset.catch(() => read.delete(name));
    }
    return asset;
  };
};
