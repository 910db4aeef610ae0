/**
 * Additional information of an RL-1: what is in the blank boxes of a slip, by code. Revenu Québec has room for four
 * pieces on a slip, and another slip for more (its instructions for the RL-1, "Additional Information").
 */
export interface Information {
  /** As the slip has it: `B-1`, `235`, `RZ-RJ`. */
  code: string;
  /** The box of the form that it is. */
  box: string;
}

/** What box O is made of, by code: `RJ`. */
export const BOX_O_CODE = /^R[A-Z]$/;
/** Several kinds of income in box O: each is shown beside it. */
export const SEVERAL_KINDS = 'RZ';
/** Since the slips of 2024 phased retirement is additional information. */
const PHASED_RETIREMENT = { box: 'U', code: 'G-3' };
const ADDITIONAL = /^([A-Z]-\d{1,2}|\d{3})$/;
const ON_A_SLIP = 4;

/**
 * Pieces of additional information slip by slip: those of the first, which shows the boxes too, and of further ones.
 */
export const additionalInformation = (boxes: Readonly<Record<string, string>>): Information[][] => {
  const codes = Object.keys(boxes);
  const income = codes.filter((box) => BOX_O_CODE.test(box));
  const all = [
    ...codes.filter((box) => ADDITIONAL.test(box)).map((code) => ({ code, box: code })),
    ...codes.filter((box) => box === PHASED_RETIREMENT.box).map((box) => ({ code: PHASED_RETIREMENT.code, box })),
    ...(income.length > 1 ? income.map((box) => ({ code: `${SEVERAL_KINDS}-${box}`, box })) : []),
  ];
  const slips = Math.max(1, Math.ceil(all.length / ON_A_SLIP));
  return Array.from({ length: slips }, (_, i) => all.slice(i * ON_A_SLIP, (i + 1) * ON_A_SLIP));
};
