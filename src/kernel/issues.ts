import type { z } from 'zod';
import type { Issue } from './problem.ts';
import type { Text } from './text.ts';

/** What a schema found wrong, as issues for people: where, and what would be right. */
export const issuesOf = (error: z.ZodError): Issue[] =>
  error.issues.flatMap((issue) => {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: path === '' ? key : `${path}.${key}`,
        text: { en: 'is not a member of this request', fr: "n'est pas un membre de cette requête" },
      }));
    return [{ path, text: textOf(issue) }];
  });

const textOf = (issue: z.core.$ZodIssue): Text => {
  if (issue.code === 'custom' && issue.params?.text) return issue.params.text as Text;
  return { en: issue.message, fr: issue.message };
};
