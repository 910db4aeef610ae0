import type { World } from './world.ts';

/** Nothing that is read says who somebody was that was erased. @returns a sentence for each row that does */
export const namesErased = ({ erased, ground: { projections, tables } }: World): string[] =>
  projections.flatMap(({ tables: own }) =>
    own.flatMap(({ name }) =>
      tables.all(name).flatMap((row) => {
        const text = JSON.stringify(row);
        return erased.flatMap(({ id, texts }) =>
          texts.some((one) => text.includes(one)) ? [`${name} ${row.id} still names ${id}, who was erased`] : [],
        );
      }),
    ),
  );
