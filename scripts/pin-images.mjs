import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Writes digests beside the tags of the images that the containers are made from, so that what runs is what was looked at
 * and not what a tag points to by then. Run it where the registry can be reached, look at the images, and keep the result:
 *
 *   node scripts/pin-images.mjs            writes a digest beside each tag, and takes the present one where there is one
 *   node scripts/pin-images.mjs --check    changes nothing; fails when a digest is missing or a tag leads elsewhere now
 *
 * It asks `docker buildx imagetools inspect` for the digest of a tag: that of the list of platforms, where there is one.
 */
const FILES = ['Dockerfile', 'docker-compose.yml', 'docker-compose.production.yml'];

/** `image: name:tag` and `FROM name:tag`, with a digest or without. */
const IMAGE = /^(\s*image:\s*|FROM\s+)([\w./-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/gm;

const askRegistry = (image) =>
  execFileSync('docker', ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'], {
    encoding: 'utf8',
    timeout: 60_000,
  }).trim();

/**
 * A file's text with a digest beside each tag.
 *
 * @param digestOf the digest of a tag
 * @returns the text, and the images whose digest was missing or another
 * @throws Error when the registry gives no digest
 */
export const pinned = (text, digestOf) => {
  const changed = [];
  const made = text.replace(IMAGE, (_line, before, image, digest = '') => {
    const present = digestOf(image);
    if (!/^sha256:[0-9a-f]{64}$/.test(present)) throw new Error(`no digest of ${image}: ${present}`);
    if (digest !== `@${present}`) changed.push(image);
    return `${before}${image}@${present}`;
  });
  return { text: made, changed };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const checkOnly = process.argv.includes('--check');
  const known = new Map();
  const digestOf = (image) => known.get(image) ?? known.set(image, askRegistry(image)).get(image);
  for (const file of FILES) {
    const url = new URL(`../${file}`, import.meta.url);
    const { text, changed } = pinned(readFileSync(url, 'utf8'), digestOf);
    for (const image of changed) process.stdout.write(`${file}: ${image}@${digestOf(image)}\n`);
    if (changed.length > 0 && checkOnly) process.exitCode = 1;
    if (!checkOnly) writeFileSync(url, text);
  }
}
