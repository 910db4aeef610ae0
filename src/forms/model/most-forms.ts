/**
 * The most forms of a batch: its file must be one that its agency takes. The CRA takes 1 GB that comes compressed, and
 * 150 MB as it is (its reference guide of Internet file transfer); a T4 with every box and code has some 3 KB. What
 * Revenu Québec takes was not found.
 */
export const MOST_FORMS_IN_FILE = 100_000;
