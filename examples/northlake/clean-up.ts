/**
 * Does the work, and then cleans up, however the work ended. When both fail it is the work's error that is told: a
 * clean-up that cannot be done is mostly what follows from it.
 */
export const thenCleanUp = async <T>(work: () => Promise<T>, cleanUp: () => Promise<unknown>): Promise<T> => {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await cleanUp().catch(() => {});
    throw error;
  }
  await cleanUp();
  return result;
};
