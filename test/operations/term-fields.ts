import { type Field, type Fields, type Kind, markOf } from './fields.ts';
import type { World } from './world.ts';

export const tags: Kind = {
  path: '/tags',
  least: number => ({ name: `Tag ${number}` }),
  marked: number => ({ ...tags.least(number), name: markOf(number), slug: markOf(number) }),
  full: (_, number) => ({ name: `Tag ${number}`, description: 'Before', slug: `tag-${number}` }),
  fields: texts,
};

export const categories: Kind = {
  path: '/categories',
  least: number => ({ name: `Category ${number}` }),
  marked: number => ({ ...categories.least(number), name: markOf(number), slug: markOf(number) }),
  full: (world, number) => ({
    name: `Category ${number}`,
    description: 'Before',
    slug: `category-${number}`,
    parent: world.categories[0],
  }),
  fields: world => ({ ...texts(world), parent: parent(world) }),
};

function texts({ unique }: World): Fields {
  const name = `Música & <b>Dansa</b> ${unique()}`;
  const slugs = [`Term Slug ${unique()}`, `term-slug-${unique()}`];
  return {
    name: {
      values: [
        { send: name, reads: { name: name.replace(/<.?b>/g, '') } },
        { send: `Altra ${unique()}`, reads: { name: `Altra ${unique() - 1}` } },
      ],
      refused: ['', ['a'], { a: 1 }, null],
    },
    description: {
      values: [
        { send: 'Nova', reads: { description: 'Nova' } },
        { send: '<em>Altra</em><script>x()</script>', reads: { description: '<em>Altra</em>' } },
      ],
      refused: ['', ['a'], { a: 1 }, null],
    },
    slug: {
      values: slugs.map(send => ({ send, reads: { slug: send.toLowerCase().replaceAll(' ', '-') } })),
      refused: ['', ['a'], null],
      follows: ['url'],
    },
  };
}

function parent({ categories: [one, two], tags: [tag], unknown }: World): Field {
  return {
    values: [
      { send: two, reads: { parent: two } },
      { send: 0, reads: { parent: 0 } },
      { send: String(one), reads: { parent: one } },
    ],
    refused: [unknown, tag, 'first-of-categories', '', null, [one], 1.5],
    follows: ['url', 'urls', '_links'],
  };
}
