import type { PayrollWorldOptions } from './payroll-world.ts';

/** Does something once, right before an event of a type is appended to a stream. */
export const before = (type: string, act: (stream: string) => Promise<unknown>): PayrollWorldOptions['store'] => {
  let isDone = false;
  return (shared) => ({
    ...shared,
    append: async (stream, events, expected) => {
      if (!isDone && events.some((event) => event.type === type)) {
        isDone = true;
        await act(stream);
      }
      return shared.append(stream, events, expected);
    },
  });
};
