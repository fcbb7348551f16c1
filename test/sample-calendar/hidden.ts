import { HOUR, type SampleEvent } from '../../src/demo/event.ts';
import type { DemoTexts } from '../../src/demo/town.ts';

const inFourLanguages = (text: string): DemoTexts => [text, text, text, text];

/** What not everybody may see: only the protected one is in lists, and shows nothing but its title and date. */
export const hidden: SampleEvent[] = [
  {
    title: ['Sopar de socis', 'Members’ Dinner', 'Dîner des membres', 'Cena de socios'],
    slugs: ['sopar-de-socis', 'members-dinner', 'diner-des-membres', 'cena-de-socios'],
    ...{ at: [0, 7, '21:00'], lasts: 3 * HOUR, categories: ['music'], venue: 'club', cost: '35 €' },
    description: inFourLanguages('Menú: sopa de peix i suquet.'),
    password: 'suquet',
  },
  {
    title: inFourLanguages('Esborrany: Festa Major'),
    ...{
      at: [0, 5, '10:00'],
      lasts: HOUR,
      categories: ['music'],
      venue: 'square',
      more: { status: 'draft' },
    },
  },
  {
    title: inFourLanguages('Privat: reunió de programació'),
    ...{ at: [0, 5, '11:00'], lasts: HOUR, categories: ['talks'], more: { status: 'private' } },
  },
  {
    title: inFourLanguages('Fora de llistes: assaig general'),
    ...{ at: [0, 5, '12:00'], lasts: HOUR, categories: ['theatre'], more: { hide_from_listings: true } },
  },
];
