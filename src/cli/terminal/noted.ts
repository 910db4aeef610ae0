import { UsageError } from './errors.ts';

const NOTE_MOST = 1_000;

/**
 * A note that the ledger keeps, by the option that it was given with. @throws UsageError when it says nothing, or too
 * much
 */
export const noted = (note: string, option = '--note'): string => {
  if (note.trim() === '' || note.length > NOTE_MOST)
    throw new UsageError(
      `${option} must not be blank, and have ${NOTE_MOST} characters at most: it is kept in the ledger`,
    );
  return note;
};
