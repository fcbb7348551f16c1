import type { ImageRow, OrganizerRow, TermRow, VenueRow, WithImage } from '../../db/tables.ts';
import { parseCost } from '../../events/cost.ts';
import { type EventRecord, SINGLE } from '../../events/event.ts';
import { showEvent } from '../../events/members.ts';
import { plainFields } from '../../events/plain-fields.ts';
import { costColumn } from '../../events/stored-cost.ts';
import { listedView, singleView } from '../../formats/render.ts';
import { pageOf } from '../../http/list-answer.ts';
import type { Language } from '../../i18n/language.ts';
import { sampleWords } from '../../i18n/messages.ts';
import { toEpoch, zoneAbbreviation } from '../../lib/time/zones.ts';
import { organizerMembers } from '../../organizers/members.ts';
import { show, type View } from '../../records/members.ts';
import { blankColumns } from '../../records/plain-fields.ts';
import { UNTRANSLATED } from '../../records/translations/stored.ts';
import { addressAt } from '../../site/address.ts';
import { linkedTermMembers, termMembers } from '../../terms/members.ts';
import { venueMembers } from '../../venues/members.ts';

/** Sample records, rendered by the service itself, and bodies that create them, by the name of their schema. */
export function samples(view: Pick<View, 'config' | 'language'>): Record<string, unknown[]> {
  const call = { ...view, address: ADDRESS, viewer: undefined, textLanguage: undefined };
  const [single, listed] = [singleView(call), listedView(call)];
  const { event, venue, organizer, category, tag } = sampleRows(view.language);
  const terms = [category, tag].map(term => ({ ...term, above: [] }));
  return {
    Event: [showEvent(event, single)],
    EventList: [page('events', showEvent(event, listed))],
    Venue: [show(venueMembers, venue, single)],
    VenueList: [page('venues', show(venueMembers, venue, listed))],
    Organizer: [show(organizerMembers, organizer, single)],
    OrganizerList: [page('organizers', show(organizerMembers, organizer, listed))],
    Term: terms.map(term => show(linkedTermMembers, term, single)),
    CategoryList: [page('categories', show(termMembers, terms[0]!, listed))],
    TagList: [page('tags', show(termMembers, terms[1]!, listed))],
    ...bodies,
  };
}

const ADDRESS = addressAt('https://agenda.example.org');

function page(name: string, record: unknown) {
  const { links, totals } = pageOf(`${ADDRESS.api}/${name}/`, {}, { page: 1, per_page: 10 }, 1);
  return { [name]: [record], ...links, ...totals };
}

const ZONE = 'Europe/Madrid';
const [START, END] = ['2031-07-05 19:00:00', '2031-07-05 22:30:00'];

/** Request bodies that create the records below. */
const bodies = {
  EventCreate: [
    {
      title: 'Festa Major',
      ...{ start_date: START, end_date: END, timezone: ZONE },
      cost: '5 €',
      categories: ['Música'],
      tags: ['Aire lliure'],
      venue: { venue: 'Plaça Major', city: 'Vic' },
      organizer: { organizer: 'Ajuntament de Vic' },
    },
  ],
  EventUpdate: [{ start_date: START, end_date: END }],
  EventUpdateBySlug: [{ start_date: START, end_date: END }],
  VenueCreate: [{ venue: 'Plaça Major', address: 'Plaça Major, 1', city: 'Vic', zip: '08500' }],
  VenueUpdate: [{ zip: '08500' }],
  OrganizerCreate: [{ organizer: 'Ajuntament de Vic', email: 'cultura@example.org' }],
  OrganizerUpdate: [{ email: 'cultura@example.org' }],
  CategoryCreate: [{ name: 'Música' }],
  CategoryUpdate: [{ name: 'Música i dansa' }],
  TagCreate: [{ name: 'Aire lliure' }],
  TagUpdate: [{ name: 'A l’aire lliure' }],
};

const at = (wall: string) => toEpoch(wall, ZONE);

const published = {
  author_id: 1,
  status: 'publish',
  status_before_trash: null,
  ...UNTRANSLATED,
  ...{ search_text: '', image_id: null, image: undefined },
  ...{ date_at: at('2031-05-20 09:00:00'), date_floats: 0, modified_at: at('2031-06-02 12:30:00') },
} as const;

const name = (name: string) => ({ name, folded_name: name.toLowerCase(), match_key: null });

const size = (width: number, height: number, filesize: number) => ({
  file: `0f8a4b6c2d1e3f5a7b9c0d2e/festa-major-${width}x${height}.jpg`,
  ...{ width, height, mime: 'image/jpeg', filesize },
});

const image: ImageRow = {
  ...{ id: 14, author_id: 1, file: '0f8a4b6c2d1e3f5a7b9c0d2e/festa-major.jpg' },
  ...{ extension: 'jpg', mime: 'image/jpeg', width: 1200, height: 800, filesize: 214_530 },
  sizes: JSON.stringify({ medium: size(300, 200, 18_240), thumbnail: size(150, 150, 9_312) }),
  ...{
    source_url: null,
    created_at: published.date_at,
    alt_text: '',
    focal_point: '',
    credit: '',
    license: '',
    former_of: null,
    language: '',
    translations: '',
  },
};

const term = (row: Pick<TermRow, 'id' | 'taxonomy' | 'name' | 'slug' | 'description'>): TermRow => ({
  ...row,
  ...UNTRANSLATED,
  ...{ lower_name: row.name.toLowerCase(), sort_name: row.slug, parent: 0, count: 1 },
  color: row.taxonomy === 'category' ? 'blue' : '',
});

export function sampleRows(language: Language) {
  const venue: WithImage<VenueRow> = {
    ...{ ...published, ...name('Plaça Major'), id: 12, slug: 'placa-major' },
    description: `<p>${sampleWords.venue[language]}</p>`,
    ...{ address: 'Plaça Major, 1', city: 'Vic', country: 'Espanya', zip: '08500' },
    ...{ province: 'Barcelona', state: '', stateprovince: null, phone: '', website: '' },
    ...{ show_map: 1, show_map_link: 1, geo_lat: 41.9301, geo_lng: 2.2546 },
  };
  const organizer: WithImage<OrganizerRow> = {
    ...{ ...published, ...name('Ajuntament de Vic'), id: 13, slug: 'ajuntament-de-vic' },
    description: `<p>${sampleWords.organizer[language]}</p>`,
    ...{ phone: '+34 930 000 000', website: 'https://www.example.org', email: 'cultura@example.org' },
  };
  const category = term({
    ...{ id: 3, taxonomy: 'category', name: 'Música', slug: 'musica' },
    description: sampleWords.category[language],
  });
  const tag = term({
    ...{ id: 4, taxonomy: 'tag', name: 'Aire lliure', slug: 'aire-lliure' },
    description: sampleWords.tag[language],
  });
  const event: EventRecord = {
    ...{ ...published, id: 15, slug: 'festa-major', title: 'Festa Major' },
    description: `<p>${sampleWords.event[language]}</p>`,
    ...{ excerpt: '', image_id: image.id, image },
    ...{ all_day: 0, start_date: START, end_date: END, start_at: at(START), end_at: at(END) },
    ...{ timezone: ZONE, timezone_abbr: zoneAbbreviation(ZONE, at(START)) },
    ...{ cost: costColumn(parseCost('5 €')!), website: 'https://www.example.org/festa-major' },
    ...{ ...blankColumns(plainFields), show_map: 1, show_map_link: 1, featured: 1 },
    ...{ password_hash: null, uid: null, sequence: 0, ...SINGLE },
    ...{ venues: [venue], organizers: [organizer], categories: [category], tags: [tag] },
  };
  return { event, venue, organizer, category, tag };
}
