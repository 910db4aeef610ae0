import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error a script without types
import { pinned } from '../../scripts/pin-images.mjs';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const digest = (letter: string) => `sha256:${letter.repeat(64)}`;

test('every image that the containers are built from gets one digest after its tag', () => {
  for (const [file, count] of [
    ['Dockerfile', 3],
    ['docker-compose.yml', 2],
    ['docker-compose.production.yml', 1],
  ] as const) {
    const text = read(file);
    const first = pinned(text, () => digest('a'));
    expect([file, first.changed.length]).toEqual([file, count]);
    expect(first.text.match(/@sha256:a{64}/g)).toHaveLength(count);
    // A further run changes nothing, unless a tag has another digest by then.
    expect(pinned(first.text, () => digest('a'))).toEqual({ text: first.text, changed: [] });
    expect(pinned(first.text, () => digest('b')).changed).toHaveLength(count);
    expect(first.text.replaceAll(/@sha256:a{64}/g, '')).toBe(text.replaceAll(/@sha256:[0-9a-f]{64}/g, ''));
  }
});

test('a text that is not a digest is refused', () => {
  expect(() => pinned('FROM node:24-bookworm-slim AS build', () => 'not found')).toThrow('no digest of node:24');
});
