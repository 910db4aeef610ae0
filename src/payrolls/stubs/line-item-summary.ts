import { bySummary } from '../../calculation/model/families.ts';
import { isObject, type Json } from '../../values/json.ts';

/** What a stub has of a family without lines. */
const NOTHING = bySummary(() => ({ period: '0', ytd: '0' }));

/**
 * A stub's sums by family. One that was calculated before a family of pay items was added has nothing of it.
 *
 * @param kept the stub's `line_item_summary` as it is kept; null where it was never calculated
 */
export const ofEachFamily = (kept: Json | undefined): Json => (isObject(kept) ? { ...NOTHING, ...kept } : null);
