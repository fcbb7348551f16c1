/** A public page of the sample calendar, by its path below the language. */
export interface SamplePage {
  name: string;
  path: string;
  /** 200 if it is not said. */
  status?: number;
}

const today = Temporal.Now.plainDateISO('Europe/Madrid');
const month = (months: number): string => today.add({ months }).toPlainYearMonth().toString();
const monday = today.add({ days: 8 - today.dayOfWeek }).toString();
const saturday = today.add({ days: 6 - today.dayOfWeek }).toString();

/** Every kind of public page, in every state that looks different. */
export const samplePages: readonly SamplePage[] = [
  { name: 'the home page', path: '/' },
  { name: 'the list', path: '/events/' },
  { name: 'the second page of the list', path: '/events/?page=2' },
  { name: 'a search', path: '/events/?search=concert&categories=musica' },
  { name: 'a search without a result', path: '/events/?search=zzzz' },
  { name: 'past events', path: '/events/past/' },
  { name: 'the month', path: '/events/month/' },
  { name: 'the next month', path: `/events/month/${month(1)}/` },
  { name: 'a month without events', path: `/events/month/${month(40)}/` },
  { name: 'the week', path: '/events/week/' },
  { name: 'the next week', path: `/events/week/${monday}/` },
  { name: 'a full day', path: `/events/day/${saturday}/` },
  { name: 'today', path: '/events/today/' },
  { name: 'the map', path: '/events/map/' },
  { name: 'a category', path: '/events/category/musica/' },
  { name: 'a category below another', path: '/events/category/musica/jazz/' },
  { name: 'a tag', path: '/events/tag/aire-lliure/' },
  { name: 'an event with everything', path: '/event/les-quatre-estacions/' },
  { name: 'an event of several days', path: '/event/fira-del-llibre/' },
  { name: 'a cancelled event', path: '/event/cantada-dhavaneres/' },
  { name: 'a postponed event', path: '/event/antigona-per-la-companyia-del-pont/' },
  { name: 'an event that moved online', path: '/event/xerrada-el-cel-dhivern-a-simple-vista/' },
  { name: 'an event without text or picture', path: '/event/concert-dorgue/' },
  { name: 'a protected event', path: '/event/sopar-de-socis/' },
  { name: 'a series', path: '/event/mercat-de-pages/' },
  { name: 'an occurrence', path: `/event/mercat-de-pages/${saturday}/` },
  { name: 'the dates of a series', path: '/event/mercat-de-pages/all/' },
  { name: 'a venue', path: '/venue/teatre-principal/' },
  { name: 'a venue without text', path: '/venue/la-sinia/' },
  { name: 'the venues', path: '/venues/' },
  { name: 'an organizer', path: '/organizer/ajuntament-de-vilaserena/' },
  { name: 'the organizers', path: '/organizers/' },
  { name: 'the embed page', path: '/embed/?view=month&category=musica' },
  { name: 'the calendar for a frame', path: '/embed/frame/?category=musica' },
  { name: 'the statement of accessibility', path: '/accessibility/' },
  { name: 'the page about privacy', path: '/privacy/' },
  { name: 'a page that is not there', path: '/event/no-hi-es/', status: 404 },
  { name: 'a page with a wrong value', path: '/events/?page=zero', status: 400 },
];
