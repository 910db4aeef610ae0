import { readFile } from 'node:fs/promises';

/** A person of the example. All of them are made up; their SINs begin with 0, which no real one does. */
export interface Person {
  employee_number: string;
  first_name: string;
  last_name: string;
  date_of_birth: string;
  sin: string;
  email: string;
  address_line_1: string;
  city: string;
  province_code: string;
  postal_code: string;
  title: string;
  annual_salary: string;
  hours_per_week: string;
  language: 'en' | 'fr';
}

/** The people of employees.csv. No field of it holds a comma or a quote. */
export const readPeople = async (): Promise<Person[]> => {
  const text = await readFile(new URL('employees.csv', import.meta.url), 'utf8');
  const [head = '', ...lines] = text.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    if (values.length !== names.length) throw new Error(`employees.csv has a line of ${values.length} fields: ${line}`);
    return Object.fromEntries(names.map((name, i) => [name, values[i]])) as unknown as Person;
  });
};
