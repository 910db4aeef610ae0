import type { Services } from '../../src/kernel/definition/services.ts';

/** Services whose read models give pages of so many rows, whatever is asked for. */
export const smallPages = (services: Services, rows: number): Services => {
  const { read } = services;
  const pages: typeof read.pages = (object, tenant, where) => read.pages(object, tenant, where, rows);
  const small = new Proxy(read, { get: (of, member) => (member === 'pages' ? pages : Reflect.get(of, member)) });
  return { ...services, read: small };
};
