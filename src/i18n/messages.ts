import type { Messages } from './en.ts';
import { type Language, languages, messagesIn, type Translations, typographyOf } from './language.ts';

export const errorWords = inEveryLanguage('errors');
export const answerWords = inEveryLanguage('answers');
export const interfaceWords = inEveryLanguage('interface');
export const schemaTitleWords = inEveryLanguage('schemaTitles');
const { List, ...ownSchemas } = inEveryLanguage('schemas');
export const schemaWords = {
  ...ownSchemas,
  ...{ EventList: List, VenueList: List, OrganizerList: List, CategoryList: List, TagList: List },
  ...{ ChangeList: List, TrashList: List, UserList: List, ImageList: List },
};
export const sectionWords = inEveryLanguage('sections');
export const sampleWords = inEveryLanguage('samples');
export const recordWords = inEveryLanguage('records');
export const eventWords = { ...recordWords, ...inEveryLanguage('events') };
export const translationWords = inEveryLanguage('translations');
export const eventFilterWords = inEveryLanguage('eventFilters');
export const facetWords = inEveryLanguage('facets');
export const eventOperationWords = inEveryLanguage('eventOperations');
export const venueWords = { ...recordWords, ...inEveryLanguage('venues') };
const contactFilterWords = inEveryLanguage('contactFilters');
export const venueFilterWords = { ...contactFilterWords, ...inEveryLanguage('venueFilters') };
export const venueOperationWords = inEveryLanguage('venueOperations');
export const organizerWords = { ...recordWords, ...inEveryLanguage('organizers') };
export const organizerFilterWords = { ...contactFilterWords, ...inEveryLanguage('organizerFilters') };
export const organizerOperationWords = inEveryLanguage('organizerOperations');
export const categoryWords = { ...recordWords, ...inEveryLanguage('categories') };
const termFilterWords = inEveryLanguage('termFilters');
export const categoryFilterWords = { ...termFilterWords, ...inEveryLanguage('categoryFilters') };
export const categoryOperationWords = inEveryLanguage('categoryOperations');
export const tagWords = { ...recordWords, ...inEveryLanguage('tags') };
export const tagFilterWords = { ...termFilterWords, ...inEveryLanguage('tagFilters') };
export const tagOperationWords = inEveryLanguage('tagOperations');
export const historyWords = { ...recordWords, ...inEveryLanguage('history') };
export const changeWords = inEveryLanguage('changes');
export const mergingWords = inEveryLanguage('merging');
export const trashWords = inEveryLanguage('trash');
export const trashedWords = inEveryLanguage('trashed');
export const occurrencePlanWords = inEveryLanguage('occurrencePlan');
export const accountWords = inEveryLanguage('accounts');
export const userWords = inEveryLanguage('users');
export const aboutWords = inEveryLanguage('about');
export const siteWords = inEveryLanguage('site');
export const listWords = inEveryLanguage('lists');
export const calendarWords = inEveryLanguage('calendar');
export const embedPageWords = inEveryLanguage('embed');
export const cardWords = inEveryLanguage('cards');
export const imageUploadWords = inEveryLanguage('imageUpload');
export const pageOperationWords = inEveryLanguage('pageOperations');
/** The texts of the pages for people, by section. */
export const pageWords = {
  pages: inEveryLanguage('pages'),
  errorPages: inEveryLanguage('errorPages'),
  home: inEveryLanguage('home'),
  listPages: inEveryLanguage('listPages'),
  filterForm: inEveryLanguage('filterForm'),
  subscribe: inEveryLanguage('subscribe'),
  eventPage: inEveryLanguage('eventPage'),
  contactPages: inEveryLanguage('contactPages'),
  mapPage: inEveryLanguage('mapPage'),
  look: inEveryLanguage('look'),
  accessibility: inEveryLanguage('accessibility'),
  privacy: inEveryLanguage('privacy'),
  embed: embedPageWords,
  embedWords: inEveryLanguage('embedWords'),
  calendarPages: inEveryLanguage('calendarPages'),
  monthPages: inEveryLanguage('monthPages'),
  weekPages: inEveryLanguage('weekPages'),
  dayPages: inEveryLanguage('dayPages'),
};

export type ListName = keyof typeof listWords;
export type MessageSection = keyof typeof sectionWords;

/** A section of the messages, with each message in every language. */
function inEveryLanguage<Name extends keyof Messages>(name: Name) {
  const inEach = (key: string) =>
    Object.fromEntries(
      languages.map(language => [language, typeset(textsOf(language, name)[key]!, language)]),
    );
  const keys = Object.keys(messagesIn('en')[name]);
  return Object.fromEntries(keys.map(key => [key, inEach(key)])) as {
    readonly [Key in keyof Messages[Name]]: Translations;
  };
}

function textsOf(language: Language, section: keyof Messages): Readonly<Record<string, string>> {
  return messagesIn(language)[section];
}

function typeset(typed: string, language: Language): string {
  return typographyOf(language).text?.(typed) ?? typed;
}
