import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { validateXML } from 'xmllint-wasm';

const FOLDER = fileURLToPath(new URL('../fixtures/agencies/', import.meta.url));
const schema = async (fileName: string) => ({ fileName, contents: await readFile(`${FOLDER}${fileName}`, 'utf8') });

type Kind = 't4' | 't4a' | 'rl1' | 'roe';

/** What a schema finds wrong with each of several files for an agency, in one run, since starting it takes longest. */
export const faultsOfAll = async (files: readonly string[], kind: Kind): Promise<string[][]> => {
  const { errors } = await validateXML({
    xml: files.map((contents, i) => ({ fileName: `${i}.xml`, contents })),
    schema: [await schema(`${kind}.xsd`)],
    preload: [await schema('cra.xsd')],
  });
  return files.map((_, i) =>
    errors.filter(({ loc }) => !loc || loc.fileName === `${i}.xml`).map(({ message }) => message),
  );
};

/** What a schema finds wrong with a file for an agency; nothing of one that it accepts. */
export const faultsOf = async (xml: string, kind: Kind): Promise<string[]> => (await faultsOfAll([xml], kind))[0]!;

/** The texts of an element, wherever it stands, in their order. */
export const textsAt = (xml: string, element: string): string[] =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text]) => text!);
