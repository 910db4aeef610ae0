import type { Command } from 'commander';

/**
 * Refuses an option that is given twice, of a command and of all below it: the parser would take the last one, and what
 * was asked of the first would be left out without a word. An option with a list of values may come again, and so may a
 * flag.
 *
 * @returns what is to be called before each command line
 */
export const onceEach = (program: Command): (() => void) => {
  const given = new Set<string>();
  const watch = (command: Command): void => {
    for (const option of command.options)
      if (option.required && !option.variadic)
        command.on(`option:${option.name()}`, () => {
          if (given.has(option.flags)) command.error(`error: option '${option.flags}' is given twice`);
          given.add(option.flags);
        });
    command.commands.forEach(watch);
  };
  watch(program);
  return () => given.clear();
};
