import { keysOf } from '../values/json.ts';
import type { ProblemKind } from '../values/problem.ts';
import type { Locale } from '../values/text.ts';
import { STEPS } from './guide.ts';
import { escaped, type Page, render, sentence, upFrom } from './html.ts';
import { PROBLEM_PAGES } from './problems.ts';
import { CONVENTIONS, WORDS } from './words.ts';

/** Every page of `/docs`, by its path below the root of the service. */

const heading = (title: string): string => `<h1>${escaped(title)}</h1>`;

const start = (locale: Locale): Page => {
  const path = `docs/${locale}`;
  const up = upFrom(path);
  const conventions = CONVENTIONS.map(
    ({ title, text }) => `<h3>${escaped(title[locale])}</h3>\n<p>${sentence(text[locale], up)}</p>`,
  );
  const places = (['guide', 'reference', 'problems'] as const).map((word) => {
    const lead = WORDS[`${word}Lead`][locale];
    return `<h2><a href="${up}${path}/${word}">${WORDS[word][locale]}</a></h2>\n<p>${sentence(lead, up)}</p>`;
  });
  const every = { en: 'What holds for every call', fr: 'Ce qui vaut pour chaque appel' };
  const main = [
    heading(WORDS.name[locale]),
    `<p class="lead">${sentence(WORDS.lead[locale], up)}</p>`,
    ...places,
    `<h2>${every[locale]}</h2>`,
    ...conventions,
  ];
  return { locale, path, title: WORDS.start[locale], main: main.join('\n') };
};

const guide = (locale: Locale): Page => {
  const path = `docs/${locale}/guide`;
  const up = upFrom(path);
  const steps = STEPS.map(({ id, title, text, commands, after }) =>
    [
      `<section id="${id}">`,
      `<h2>${escaped(title[locale])}</h2>`,
      ...text.map((paragraph) => `<p>${sentence(paragraph[locale], up)}</p>`),
      `<pre class="commands"><code>${escaped(commands)}</code></pre>`,
      ...(after ? [`<p>${sentence(after[locale], up)}</p>`] : []),
      '</section>',
    ].join('\n'),
  );
  const contents = STEPS.map(({ id, title }) => `<li><a href="#${id}">${escaped(title[locale])}</a></li>`);
  const main = [
    heading(WORDS.guide[locale]),
    `<p class="lead">${sentence(WORDS.guideLead[locale], up)}</p>`,
    `<nav class="steps" aria-label="${WORDS.steps[locale]}"><ol>${contents.join('')}</ol></nav>`,
    ...steps,
  ];
  return { locale, path, title: WORDS.guide[locale], main: main.join('\n') };
};

const KINDS = keysOf(PROBLEM_PAGES);

const problems = (locale: Locale): Page => {
  const path = `docs/${locale}/problems`;
  const up = upFrom(path);
  const rows = KINDS.map((kind) => {
    const { status, title, means } = PROBLEM_PAGES[kind];
    return `<tr><td>${status}</td><td><a href="${up}${path}/${kind}">${escaped(title[locale])}</a></td><td>${sentence(means[locale], up)}</td></tr>`;
  });
  const meaning = { en: 'Meaning', fr: 'Sens' };
  const main = [
    heading(WORDS.problems[locale]),
    `<p class="lead">${sentence(WORDS.problemsLead[locale], up)}</p>`,
    `<table><thead><tr><th scope="col">${WORDS.status[locale]}</th><th scope="col">${WORDS.problems[locale]}</th><th scope="col">${meaning[locale]}</th></tr></thead>`,
    `<tbody>${rows.join('\n')}</tbody></table>`,
  ];
  return { locale, path, title: WORDS.problems[locale], main: main.join('\n') };
};

const problem = (kind: ProblemKind, locale: Locale): Page => {
  const path = `docs/${locale}/problems/${kind}`;
  const up = upFrom(path);
  const { status, title, means, causes, remedy, stored, example } = PROBLEM_PAGES[kind];
  const main = [
    heading(`${status} ${title[locale]}`),
    `<p class="lead">${sentence(means[locale], up)}</p>`,
    `<h2>${WORDS.causes[locale]}</h2>`,
    `<ul>${causes.map((cause) => `<li>${sentence(cause[locale], up)}</li>`).join('')}</ul>`,
    `<h2>${WORDS.remedy[locale]}</h2>`,
    `<p>${sentence(remedy[locale], up)}</p>`,
    `<h2>${WORDS.stored[locale]}</h2>`,
    `<p>${sentence(stored[locale], up)}</p>`,
    `<h2>${WORDS.example[locale]}</h2>`,
    `<pre class="answer"><code>${escaped(JSON.stringify(example[locale], null, 2))}</code></pre>`,
  ];
  return { locale, path, title: `${status} ${title[locale]}`, main: main.join('\n') };
};

const reference = (locale: Locale): Page => {
  const path = `docs/${locale}/reference`;
  const up = upFrom(path);
  const main = [
    heading(WORDS.reference[locale]),
    `<p class="lead">${sentence(WORDS.referenceLead[locale], up)}</p>`,
    `<noscript><p>${sentence(WORDS.noScript[locale], up)}</p></noscript>`,
    `<div id="reference" data-source="${up}openapi.json?lang=${locale}"></div>`,
  ];
  const scripts = ['swagger-ui-bundle.js', 'reference.js'];
  return { locale, path, title: WORDS.reference[locale], main: main.join('\n'), scripts, sheets: ['swagger-ui.css'] };
};

/** Every page as HTML, by its path. */
export const makePages = (): ReadonlyMap<string, string> => {
  const pages = (['en', 'fr'] as const).flatMap((locale) => [
    start(locale),
    guide(locale),
    reference(locale),
    problems(locale),
    ...KINDS.map((kind) => problem(kind, locale)),
  ]);
  return new Map(pages.map((page) => [`/${page.path}`, render(page)]));
};
