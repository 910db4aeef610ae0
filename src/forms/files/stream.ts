import { giveWay } from '../../timing/give-way.ts';
import { type decimal, toText, ZERO } from '../../values/money.ts';
import { type Issue, Problem, unnamed } from '../../values/problem.ts';
import type { Filing, FilledForm } from '../model/filled-form.ts';
import type { Note } from './leaves.ts';
import { DECLARATION, type Element, written } from './xml.ts';

/** Amounts of slips by the boxes that they are in, added up as they are written. */
export class BoxTotals {
  private readonly sums = new Map<string, ReturnType<typeof decimal>>();

  add(boxes: Readonly<Record<string, string>>): void {
    for (const [box, amount] of Object.entries(boxes)) this.sums.set(box, (this.sums.get(box) ?? ZERO).plus(amount));
  }

  /** The sum of some boxes together. */
  of(...boxes: readonly string[]): string {
    return toText(boxes.reduce((all, box) => all.plus(this.sums.get(box) ?? ZERO), ZERO));
  }

  /** The sum of every box but some. */
  but(boxes: ReadonlySet<string>): string {
    return this.of(...[...this.sums.keys()].filter((box) => !boxes.has(box)));
  }
}

/** A part of a file that is not of one form. */
interface Written {
  text: string;
  notes: readonly Note[];
}

/**
 * What an agency's file is made of: what is before all, for each account of the employer a return, which begins,
 * has its slips and a summary of them, and what is behind all.
 */
export interface FileShape {
  /** Field of a form that has the account which its return is of, and what that is called of the employer. */
  account?: { field: string; of: 'cra_account' | 'rq_account' };
  /** Begins elements that `close` ends. */
  open(filing: Filing): Written;
  /** Begins a return; its elements are ended by `summary`. */
  begin?: string;
  /** A form comes to one slip, or to more where one has no room for all of it. */
  slip(
    form: FilledForm,
    filing: Filing,
  ): { slips: readonly Element[]; notes: readonly Note[]; boxes: Readonly<Record<string, string>> };
  /** The end of a return. @param filing its employer has the account of the return */
  summary?(filing: Filing, slips: { count: number; totals: BoxTotals }): Written;
  close: string;
}

/** Slips between which others have their turn. */
const SLIPS_AT_ONCE = 50;
/** Faults named at most; the others are counted. */
const MOST_FAULTS = 100;

const refusedOf = (notes: readonly Note[]): Note[] => notes.filter(({ kind }) => kind === 'refused');

/** What stands in the way of a file: what its head and its summaries both have is named once. */
class Faults {
  private readonly named = new Map<string, Issue>();
  private readonly fields = new Set<string>();
  private others = 0;

  /** @param of the id of a form; empty for what is not of one */
  add(of: string, notes: readonly Note[]): void {
    const issues = refusedOf(notes).map(({ field, text }) => ({ path: of === '' ? field : `${of}.${field}`, text }));
    for (const { path } of issues) this.fields.add(path);
    for (const [key, issue] of new Map(issues.map((one) => [`${one.path} ${one.text.en}`, one])))
      if (this.named.size < MOST_FAULTS) this.named.set(key, issue);
      else if (!this.named.has(key)) this.others += 1;
  }

  get some(): boolean {
    return this.named.size > 0;
  }

  asProblem(): Problem {
    const issues = [...this.named.values()];
    const count = this.fields.size;
    return new Problem(
      422,
      {
        en: `The agency's file cannot be made: ${count === 1 ? 'a field stands' : `${count} fields stand`} in its way.`,
        fr: `Le fichier de l'organisme ne peut être produit : ${count === 1 ? 'un champ y fait' : `${count} champs y font`} obstacle.`,
      },
      { issues: this.others === 0 ? issues : [...issues, { ...unnamed(this.others), path: 'file' }] },
    );
  }
}

/** The account on a form; nothing where it has none, or one that is refused by itself. */
const accountOn = ({ values }: FilledForm, notes: readonly Note[], { account }: FileShape): string | undefined => {
  const value = account && values[account.field];
  const isRefused = refusedOf(notes).some(({ field }) => field === account?.field);
  return typeof value === 'string' && value !== '' && !isRefused ? value : undefined;
};

const encoder = new TextEncoder();

/**
 * An agency's file, slip by slip, holding none of them.
 *
 * @throws Problem that names the fields, by the ids of their forms, that cannot be written
 */
export const writeFile = (shape: FileShape) =>
  async function* (filing: Filing): AsyncGenerator<Uint8Array> {
    const faults = new Faults();
    const head = shape.open(filing);
    faults.add('', head.notes);
    let seen = 0;
    let text = `${DECLARATION}${head.text}`;
    for (const account of filing.accounts) {
      const totals = new BoxTotals();
      let count = 0;
      let named: string | undefined;
      text += shape.begin ?? '';
      for await (const form of filing.forms(account)) {
        const { slips, notes, boxes } = shape.slip(form, filing);
        faults.add(form.form_id, notes);
        named ??= accountOn(form, notes, shape);
        totals.add(boxes);
        count += slips.length;
        if (!faults.some) for (const slip of slips) text += `${written(slip)}\n`;
        await giveWay();
        if (++seen % SLIPS_AT_ONCE !== 0) continue;
        if (!faults.some) yield encoder.encode(text);
        text = '';
      }
      // The return is of the account that its slips are of, whichever is the employer's main one.
      const { filer } = filing;
      const of = shape.account && named !== undefined ? { ...filer, [shape.account.of]: named } : filer;
      const foot = shape.summary?.({ ...filing, filer: of }, { count, totals });
      faults.add('', foot?.notes ?? []);
      text += foot?.text ?? '';
    }
    if (faults.some) throw faults.asProblem();
    yield encoder.encode(text + shape.close);
  };
