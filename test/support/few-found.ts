import { TooManyRows } from '../../src/kernel/definition/reader.ts';
import type { Services } from '../../src/kernel/definition/services.ts';

/** Services whose read models refuse a `find` of more rows than so many, as they do with more than 20,000. */
export const fewFound = (services: Services, most: number): Services => {
  const { read } = services;
  const find = async (...[object, ...of]: Parameters<typeof read.find>) => {
    const rows = await read.find(object, ...of);
    if (rows.length > most) throw new TooManyRows(object, most);
    return rows;
  };
  const bounded = new Proxy(read, { get: (of, member) => (member === 'find' ? find : Reflect.get(of, member)) });
  return { ...services, read: bounded };
};
