/** A slip's number as it is reported: eight digits, and the rest of their division by 7. */
export const rl1Number = (number: number): string => {
  if (!Number.isSafeInteger(number) || number < 1 || number > 99_999_999)
    throw new RangeError('a number of an RL-1 slip has eight digits');
  return `${String(number).padStart(8, '0')}${number % 7}`;
};
