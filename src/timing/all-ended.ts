/** As `Promise.all`, but ends when all have ended, also where one fails: none goes on behind who waited for it. */
export const allEnded = async <T>(work: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(work);
  return Promise.all(work);
};
