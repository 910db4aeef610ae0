import type { RecordOf } from '../kernel/definition/resource.ts';
import type { RevenuQuebecSender, Services } from '../kernel/definition/services.ts';
import type { Origin } from '../kernel/definition/writer.ts';
import { refused } from '../values/problem.ts';
import type { Text } from '../values/text.ts';
import { lastTaken, takenBy, takeOf } from './numbers.ts';

/**
 * Numbers of RL-1 slips of live employers. Revenu Québec assigns a transmitter series of sequential numbers for each
 * type of slip, which begin again with the slips of each year ("Sending RL Slips and Summaries Online"). So a number is
 * given once for a transmitter and tax year, over all companies. Each series and year is a stream of its own: of two
 * processes one comes first at it.
 */

/** Companies that the log names when too few are left. */
const COMPANIES_TOLD = 10;

type Form = Pick<RecordOf<'form'>, 'number' | 'further_numbers'>;

/** Whether all numbers that a form has are of the series that Revenu Québec assigned. */
export const hasAssignedNumbers = ({ number, further_numbers }: Form, { rl1_numbers }: RevenuQuebecSender): boolean =>
  [...(number === null ? [] : [number]), ...(further_numbers ?? [])].every((one) =>
    rl1_numbers.some(({ first, last }) => first <= one && one <= last),
  );

export const NO_SERIES: Text = {
  en: 'Numbers of RL-1 slips are assigned by Revenu Québec, and the operator of this service has set none (RQ_RL1_NUMBERS).',
  fr: "Les numéros des relevés 1 sont attribués par Revenu Québec, et l'exploitant de ce service n'en a configuré aucun (RQ_RL1_NUMBERS).",
};

/**
 * The number of the certification for the slips of a year: Revenu Québec gives another one for each tax year ("Sending
 * RL Slips and Summaries Online").
 */
export const certificationOf = (tax_year: number, { certification_numbers }: RevenuQuebecSender): string | undefined =>
  certification_numbers.find((number) => number.startsWith(`RQ-${String(tax_year).slice(2)}-`));

/** Why there is no file with slips of a year. */
export const notCertified = (tax_year: number): Text => ({
  en: `Revenu Québec certifies software for the slips of each year, and the operator of this service has set no number of a certification for ${tax_year} (RQ_CERTIFICATION_NUMBER).`,
  fr: `Revenu Québec homologue les logiciels pour les relevés de chaque année, et l'exploitant de ce service n'a configuré aucun numéro d'homologation pour ${tax_year} (RQ_CERTIFICATION_NUMBER).`,
});

const usedUp = (tax_year: number) =>
  refused({
    en: `Not enough numbers of RL-1 slips of ${tax_year} are left of those that Revenu Québec assigned: the operator of this service asks it for another series, and adds it to RQ_RL1_NUMBERS.`,
    fr: `Il ne reste pas assez de numéros de relevés 1 de ${tax_year} parmi ceux que Revenu Québec a attribués : l'exploitant de ce service doit lui demander une autre série et l'ajouter à RQ_RL1_NUMBERS.`,
  });

/** The stream of what is given of a series for the slips of a year. */
const seriesOf = (sender: RevenuQuebecSender, tax_year: number, first: number): string =>
  `rl1_${sender.transmitter_number}_${tax_year}_${first}`;

/** Files of a transmitter and year: a name has three digits for their number. */
const MOST_RL1_FILES = 999;

const rl1Files = (tax_year: number, transmitter_number: string): string =>
  `rl1_files_${transmitter_number}_${tax_year}`;

const noNameLeft = (tax_year: number) =>
  refused({
    en: `${MOST_RL1_FILES} files with RL-1 slips of ${tax_year} were made, and the name of a file has three digits for its number: the operator of this service asks Revenu Québec for another transmitter number (RQ_TRANSMITTER_NUMBER) with its own series of slip numbers, which take the place of those of the former (RQ_RL1_NUMBERS).`,
    fr: `${MOST_RL1_FILES} fichiers de relevés 1 de ${tax_year} ont été produits, et le nom d'un fichier a trois chiffres pour son numéro : l'exploitant de ce service doit demander à Revenu Québec un autre numéro de transmetteur (RQ_TRANSMITTER_NUMBER) et ses propres séries de numéros de relevés, qui remplacent celles de l'ancien (RQ_RL1_NUMBERS).`,
  });

/** How many files with RL-1 slips of a year can still be given a name. */
export const rl1FilesLeft = async (
  tax_year: number,
  { transmitter_number }: RevenuQuebecSender,
  services: Services,
): Promise<number> =>
  Math.max(0, MOST_RL1_FILES - ((await lastTaken(rl1Files(tax_year, transmitter_number), services)) ?? 0));

/**
 * Takes the number of a file with RL-1 slips of a tax year, for good. The file's name is made of the year, the
 * transmitter and this number, so it is given once for a transmitter and year, over all companies.
 *
 * @param once what it is for: whoever takes one for the same is given the same number
 * @throws Problem 400 when no name is left; the log says so too, and before that when less than a tenth is left
 */
export const takeRl1File = async (
  tax_year: number,
  once: string,
  { transmitter_number }: RevenuQuebecSender,
  origin: Origin,
  services: Services,
): Promise<number> => {
  const next = (given = 0) => (given < MOST_RL1_FILES ? { first: given + 1, last: given + 1 } : undefined);
  const taken = await takeOf(rl1Files(tax_year, transmitter_number), { once }, next, origin, services);
  const ask =
    'ask Revenu Québec for another transmitter number with its own series of slip numbers; when every file that waits is uploaded, set RQ_TRANSMITTER_NUMBER and RQ_RL1_NUMBERS to these alone';
  if (!taken) {
    services.log.error({ tax_year }, `no name is left for a file with RL-1 slips: ${ask}`);
    throw noNameLeft(tax_year);
  }
  const files_left = Math.max(0, MOST_RL1_FILES - taken.first);
  if (files_left * 10 < MOST_RL1_FILES)
    services.log.warn({ tax_year, files_left }, `few names are left for files with RL-1 slips: ${ask}`);
  return taken.first;
};

/** Numbers of RL-1 slips of a tax year: how many Revenu Québec assigned, and how many of them are left. */
export interface Rl1NumbersLeft {
  tax_year: number;
  assigned: number;
  left: number;
}

/** How many numbers are left for the slips of a year. */
export const rl1NumbersLeft = async (
  tax_year: number,
  sender: RevenuQuebecSender,
  services: Services,
): Promise<Rl1NumbersLeft> => {
  const counted = await Promise.all(
    sender.rl1_numbers.map(async ({ first, last }) => ({
      assigned: last - first + 1,
      // A series may have been set shorter since.
      left: Math.max(0, last - ((await lastTaken(seriesOf(sender, tax_year, first), services)) ?? first - 1)),
    })),
  );
  const all = (of: 'assigned' | 'left') => counted.reduce((sum, one) => sum + one[of], 0);
  return { tax_year, assigned: all('assigned'), left: all('left') };
};

/** How many numbers for the slips of a year each company has been given, those with most first. */
export const rl1NumbersGiven = async (
  tax_year: number,
  sender: RevenuQuebecSender,
  services: Services,
): Promise<{ company: string; given: number }[]> => {
  const given = new Map<string, number>();
  // A series may have been set shorter since.
  for (const { first, last } of sender.rl1_numbers)
    for await (const { company, numbers } of takenBy(seriesOf(sender, tax_year, first), services))
      given.set(company, (given.get(company) ?? 0) + Math.max(0, Math.min(numbers.last, last) - numbers.first + 1));
  return [...given]
    .map(([company, count]) => ({ company, given: count }))
    .sort((a, b) => b.given - a.given || (a.company < b.company ? -1 : 1));
};

/** Warns when less than a tenth is left: not at each slip, but at each hundredth of all numbers. */
const warnOfFew = async (
  tax_year: number,
  taken: number,
  sender: RevenuQuebecSender,
  services: Services,
): Promise<void> => {
  const { left, assigned } = await rl1NumbersLeft(tax_year, sender, services);
  const hundredths = (numbers: number) => Math.ceil((numbers * 100) / assigned);
  if (left * 10 >= assigned || (hundredths(left) === hundredths(left + taken) && (left + taken) * 10 < assigned))
    return;
  services.log.warn(
    { tax_year, left, assigned },
    'less than a tenth of the numbers of RL-1 slips is left: ask Revenu Québec for another series, and add it to RQ_RL1_NUMBERS',
  );
};

/**
 * Takes numbers for slips of a year, for good. Where fewer are left than are asked for, none is taken: they are there
 * for who needs fewer.
 *
 * @param once what they are for: whoever takes as many for the same is given the same numbers, also the last ones
 * @throws Problem 400 when too few are left; the log says so too, with who was given how many, and before that when
 *   less than a tenth is left
 */
export const takeRl1Numbers = async (
  tax_year: number,
  count: number,
  once: string,
  sender: RevenuQuebecSender,
  origin: Origin,
  services: Services,
): Promise<number[]> => {
  const { left } = await rl1NumbersLeft(tax_year, sender, services);
  const taken: number[] = [];
  for (const { first, last } of sender.rl1_numbers) {
    if (taken.length === count) break;
    const wanted = count - taken.length;
    const next = (given = first - 1) =>
      left >= count && given < last ? { first: given + 1, last: Math.min(given + wanted, last) } : undefined;
    const numbers = await takeOf(seriesOf(sender, tax_year, first), { once }, next, origin, services);
    if (numbers) for (let number = numbers.first; number <= numbers.last; number++) taken.push(number);
  }
  if (taken.length === count) {
    await warnOfFew(tax_year, count, sender, services);
    return taken;
  }
  const most = (await rl1NumbersGiven(tax_year, sender, services)).slice(0, COMPANIES_TOLD);
  services.log.error(
    { tax_year, wanted: count, left, most },
    'too few numbers of RL-1 slips are left: ask Revenu Québec for another series, and add it to RQ_RL1_NUMBERS; "payroll forms numbers --by-company" shows how many each company was given',
  );
  throw usedUp(tax_year);
};
