import { between, pick, type Random } from '../../bench/random.ts';
import { translatedColumns as eventColumns } from '../../src/events/plain-fields.ts';
import { translatedColumns as imageColumns } from '../../src/images/image.ts';
import { translatedColumns as organizerColumns } from '../../src/organizers/plain-fields.ts';
import { translatedColumns as termColumns } from '../../src/terms/term.ts';
import { translatedColumns as venueColumns } from '../../src/venues/plain-fields.ts';
import { WORDS } from './planting.ts';
import type { Drawing } from './plausible.ts';
import type { Collection } from './secrets.ts';
import * as values from './values.ts';

// Values of the argument by which records get texts in other languages.

const NAMES: Readonly<Record<Collection, readonly string[]>> = {
  events: Object.keys(eventColumns),
  venues: Object.keys(venueColumns),
  organizers: Object.keys(organizerColumns),
  categories: Object.keys(termColumns),
  tags: Object.keys(termColumns),
  images: Object.keys(imageColumns),
};

const LANGUAGES = ['fr', 'es', 'ca', 'fr', 'es', 'en'] as const;

/** Texts of a record in other languages: an object, or its JSON, as forms send it. */
export function translations(drawing: Drawing, collection: Collection): unknown {
  const { random, careful } = drawing;
  if (!careful && random() < 0.3) return odd(random);
  const some = Array.from({ length: between(random, 1, 3) }, () => [
    pick(random, LANGUAGES),
    random() < 0.1 ? null : textsIn(drawing, NAMES[collection]),
  ]);
  const sent: unknown = Object.fromEntries(some);
  return random() < 0.2 ? JSON.stringify(sent) : sent;
}

function textsIn(drawing: Drawing, names: readonly string[]): object {
  const { random } = drawing;
  const some = Array.from({ length: between(random, 1, 4) }, () => pick(random, names));
  const texts = some.map(name => [name, textFor(drawing, name)]);
  const status = random() < 0.4 ? { status: random() < 0.7 ? 'draft' : 'publish' } : {};
  return { ...Object.fromEntries(texts), ...status };
}

function textFor({ random, material: { mark, moment }, careful }: Drawing, name: string): unknown {
  if (random() < 0.1) return pick(random, [null, '']);
  if (name === 'website') return careful ? `https://example.test/${mark()}` : values.address(random);
  if (name === 'slug' && random() < 0.3) return pick(random, [...Object.values(moment.slugs).flat(), 'x']);
  return careful || random() < 0.6 ? `${mark()} ${pick(random, WORDS)}` : values.text(random);
}

const odd = (random: Random): unknown =>
  pick<unknown>(random, [
    ...['', 'x', '{', '[]', 'null', '{"fr":1}', '{"fr":{"title":', null, 1, true, [], [{}], ['fr']],
    ...[
      { de: { title: 'x' } },
      { FR: {} },
      { fr: 'x' },
      { fr: [] },
      { fr: { status: 'trash' } },
      { '': null },
    ],
    ...[
      { fr: { title: ['x'] } },
      { fr: { title: { fr: 'x' } } },
      { fr: { colour: 'x' } },
      { fr: { title: 0 } },
    ],
    { fr: { ['__proto__']: 'x', constructor: 'x' } },
    { constructor: { name: 'x' }, toString: null },
    { fr: { title: values.text(random), name: values.text(random), status: values.text(random) } },
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`x${at}`, {}])),
  ]);
