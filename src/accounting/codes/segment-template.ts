/**
 * Formatted accounting codes: texts put together from segments. A segment takes its value from an accounting code, from
 * the tag of a tag group or from the template itself; then its transforms apply in their order, then it is cut, then
 * prefix and suffix are added. A segment whose value comes to nothing gives its fallback instead of the value, or is
 * left out with prefix and suffix where it has none.
 */

export const SEGMENT_TYPES = ['accounting_code', 'tag_group', 'text'] as const;
export const TRANSFORMS = ['alphanumeric', 'lowercase', 'uppercase'] as const;
export type Transform = (typeof TRANSFORMS)[number];

/** Most segments of a template, and most characters of an affix or fallback. */
export const MAX_SEGMENTS = 20;
export const MAX_AFFIX = 255;

export type Segment = {
  type: (typeof SEGMENT_TYPES)[number];
  accounting_code_id: string | null;
  tag_group_id: string | null;
  text: string | null;
  prefix: string | null;
  suffix: string | null;
  transforms: readonly Transform[];
  /** Characters that are kept. */
  truncate: number | null;
  fallback: string | null;
};

/** As a rule keeps it. */
export type KeptTemplate = { segments: (Omit<Segment, 'transforms'> & { transforms: Transform[] })[] };

export type SegmentTemplate = { segments: readonly Segment[] };

/** Where values come from; null or nothing where there is none. */
export interface SegmentValues {
  /** What the chart of accounts calls an accounting code. */
  codeOf(accounting_code_id: string): string | null;
  /** The code of the tag that the amount has in a tag group. */
  tagCodeOf(tag_group_id: string): string | null;
}

const APPLY: Readonly<Record<Transform, (text: string) => string>> = {
  alphanumeric: (text) => text.replace(/[^\p{L}\p{N}]/gu, ''),
  lowercase: (text) => text.toLowerCase(),
  uppercase: (text) => text.toUpperCase(),
};

const sourceOf = (segment: Segment, values: SegmentValues): string => {
  const { type, accounting_code_id, tag_group_id, text } = segment;
  if (type === 'accounting_code') return (accounting_code_id && values.codeOf(accounting_code_id)) || '';
  if (type === 'tag_group') return (tag_group_id && values.tagCodeOf(tag_group_id)) || '';
  return text ?? '';
};

/** The first characters of a text, as people count them: a character outside the basic plane is one. */
const cut = (text: string, characters: number | null): string =>
  characters === null || text.length <= characters ? text : [...text].slice(0, characters).join('');

const formatSegment = (segment: Segment, values: SegmentValues): string => {
  const transformed = segment.transforms.reduce((text, name) => APPLY[name](text), sourceOf(segment, values));
  const text = cut(transformed, segment.truncate) || (segment.fallback ?? '');
  return text === '' ? '' : `${segment.prefix ?? ''}${text}${segment.suffix ?? ''}`;
};

/** The code that a template makes of values; empty where every segment is left out. */
export const formatCode = ({ segments }: SegmentTemplate, values: SegmentValues): string =>
  segments.map((segment) => formatSegment(segment, values)).join('');
