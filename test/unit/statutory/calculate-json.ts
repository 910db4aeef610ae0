import { calculateWithholdings } from '../../../src/statutory/request/calculate.ts';
import { type PresentedWithholdings, presentWithholdings } from '../../../src/statutory/request/present.ts';
import { withholdingRequest } from '../../../src/statutory/request/request.ts';
import { issuesOf } from '../../../src/values/issues.ts';

type JsonAnswer =
  | { data: PresentedWithholdings }
  /** What was wrong, by the path of the member. */
  | { errors: Record<string, string[]> };

/** A request as parsed JSON is answered as by HTTP, without it. */
export const calculateJson = (body: unknown): JsonAnswer => {
  const parsed = withholdingRequest.safeParse(body);
  if (parsed.success) return { data: presentWithholdings(calculateWithholdings(parsed.data, { explain: true }), 'en') };
  const errors: Record<string, string[]> = {};
  for (const { path, text } of issuesOf(parsed.error, body)) errors[path] = [...(errors[path] ?? []), text.en];
  return { errors };
};
