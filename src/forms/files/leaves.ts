import { decimal } from '../../values/money.ts';
import type { Text } from '../../values/text.ts';
import { type Characters, writtenText } from './characters.ts';
import type { Part } from './xml.ts';

/** What is to be said of a field of a form before it goes into an agency's file. */
export interface Note {
  /** Key of the form's field, or which part of the file it is: `employee_surname`, `contact_name`. */
  field: string;
  /** `refused`: the file cannot be written so. `rewritten`: it is written otherwise than in the form. */
  kind: 'refused' | 'rewritten';
  text: Text;
}

interface Leaf {
  /** Where the value comes from. */
  field: string;
  /** The agency does not take the file without it. */
  required?: boolean;
}

interface Wide extends Leaf {
  /** Most characters of it. */
  width: number;
}

const isBlank = (value: string | null | undefined): value is null | undefined | '' =>
  value === null || value === undefined || value.trim() === '';

/**
 * The texts of a file's elements, one by one, and what was found of them on the way: nothing is cut, replaced or
 * missing without a note. What is blank is left out.
 */
export class Leaves {
  readonly notes: Note[] = [];
  private readonly characters: Characters;
  constructor(characters: Characters) {
    this.characters = characters;
  }

  /** A name or a line of an address: cut where it is too long, which the agencies ask for. */
  text(element: string, value: string | null | undefined, leaf: Wide): Part {
    if (isBlank(value)) return this.missing(leaf);
    const { text, refused } = writtenText(value, this.characters);
    const cut = [...text].slice(0, leaf.width).join('').trim();
    if (refused.length > 0) {
      const letters = [...new Set(refused)].slice(0, 10).join(' ');
      this.refuse(leaf.field, {
        en: `has letters that the agency's file cannot hold (${letters}): write it in the Latin alphabet`,
        fr: `comporte des lettres que le fichier de l'organisme ne peut contenir (${letters}) : écrivez-le en alphabet latin`,
      });
    } else if (cut !== value) {
      this.notes.push({
        field: leaf.field,
        kind: 'rewritten',
        text: {
          en: `is written as "${cut}" in the agency's file`,
          fr: `s'écrit « ${cut} » dans le fichier de l'organisme`,
        },
      });
    }
    if (cut === '') return this.missing(leaf);
    return { name: element, content: cut };
  }

  /** A number, a code, a date: written as it is, or not at all. */
  code(element: string, value: string | null | undefined, leaf: Leaf & { like: RegExp; is: Text }): Part {
    if (isBlank(value)) return this.missing(leaf);
    if (!leaf.like.test(value)) {
      this.refuse(leaf.field, { en: `must be ${leaf.is.en}`, fr: `doit être ${leaf.is.fr}` });
      return null;
    }
    return { name: element, content: value };
  }

  /**
   * Dollars and cents. 0 is left out unless the element is required.
   *
   * @param leaf.width digits in all, of which two are cents
   */
  amount(element: string, value: string | null | undefined, leaf: Wide): Part {
    const amount = decimal(isBlank(value) ? '0' : value);
    const most = decimal(10).pow(leaf.width - 2);
    if (amount.lt(0) || amount.gte(most) || !amount.eq(amount.round(2))) {
      const largest = most.minus('0.01').toFixed(2);
      this.refuse(leaf.field, {
        en: `must be an amount from 0 to ${largest}, of whole cents: the agency's file has no room for another`,
        fr: `doit être un montant de 0 à ${largest}, en cents entiers : le fichier de l'organisme n'en admet pas d'autre`,
      });
      return null;
    }
    if (amount.eq(0) && !leaf.required) return null;
    return { name: element, content: amount.toFixed(2) };
  }

  /** A whole number. */
  whole(element: string, value: number): Part {
    return { name: element, content: String(value) };
  }

  /** A fault that no single element shows. */
  refuse(field: string, text: Text): void {
    this.notes.push({ field, kind: 'refused', text });
  }

  /** What the agency does not take the file without, and is not there. */
  lack(field: string): null {
    this.refuse(field, {
      en: "is missing, and the agency's file cannot be made without it",
      fr: "manque, et le fichier de l'organisme ne peut être produit sans cela",
    });
    return null;
  }

  private missing({ field, required }: Leaf): null {
    return required ? this.lack(field) : null;
  }
}
