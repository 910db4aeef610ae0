import { expect, test } from 'vitest';
import { storedName } from '../../../src/kernel/definition/resource.ts';
import { registry } from '../../../src/registry.ts';

// Where a field does not say how it is kept, its events hold anything, and a wrong one is found by nobody.
test('every field declares how events store it, except values whose form depends on another member', () => {
  const anything = registry.all.flatMap(({ object, fields }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      storedName(name, field) === undefined || field.storedAs ? [] : [`${object}.${name}`],
    ),
  );
  expect(anything).toEqual(['tax_property.value']);
});
