/**
 * How ajv makes the checks of a large schema that are run a few times: the code of a component is made once, and is not
 * made better. Otherwise making it takes ten times as long as all checks of a test.
 */
export const QUICKLY = { inlineRefs: false, code: { optimize: false } } as const;
