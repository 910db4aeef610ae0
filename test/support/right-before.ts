import type { PayrollWorldOptions } from './payroll-world.ts';

/** Does something once, right before an event of a type is appended. */
export const before = (type: string, act: () => Promise<unknown>): PayrollWorldOptions['store'] => {
  let isDone = false;
  return (shared) => ({
    ...shared,
    append: async (stream, events, expected) => {
      if (!isDone && events.some((event) => event.type === type)) {
        isDone = true;
        await act();
      }
      return shared.append(stream, events, expected);
    },
  });
};
