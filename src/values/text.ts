/** A sentence for people, in both languages of the interface. Which one is sent is decided at the edge. */
export interface Text {
  en: string;
  fr: string;
}
export type Locale = 'en' | 'fr';
export const LOCALES: readonly Locale[] = ['en', 'fr'];
