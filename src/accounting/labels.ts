import { about, text, translated, translations } from '../kernel/definition/fields.ts';

/** The longest description, in characters. */
const MAX_DESCRIPTION = 10_240;

/** What a tag or tag group is called, and what it says of itself, in both languages. */
export const labelFields = (label: { en: string; fr: string }) => ({
  label: about('Name', text({ required: true, column: true }), label.en),
  label_translations: about('The label in both languages', translations(), label),
  label_translated: about('The label in the language of the request', translated('label'), label.en),
});

/** A text about a record, in both languages. */
export const descriptionFields = (description: { en: string; fr: string }) => ({
  description: about('Description', text({ nullable: true, max: MAX_DESCRIPTION }), description.en),
  description_translations: about('That text in both languages', translations(), description),
  description_translated: about('That text in the language of the request', translated('description'), description.en),
});
