/**
 * Of two rules that match alike the one that somebody changed last decides. What the service changes by itself, where
 * codes are merged, leaves a rule in its place.
 */

/** That a change was nobody's, and since when the rule stands where it does among others. */
export type Ranked = { changed_at: string; as_of: string };

interface Changed {
  updated_at: string;
  ranked?: Ranked | null;
}

/** When somebody last changed a rule. */
export const rankedAt = ({ ranked, updated_at }: Changed): string =>
  ranked?.changed_at === updated_at ? ranked.as_of : updated_at;
