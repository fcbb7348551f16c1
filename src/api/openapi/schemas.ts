import { costDetailsMembers, dateDetailsMembers } from '../../events/details.ts';
import { maskedMembers } from '../../events/mask.ts';
import { eventMembers } from '../../events/members.ts';
import { facetMembers } from '../../formats/json/facets.ts';
import { changeMembers, versionMembers } from '../../history/show.ts';
import { errorDataMembers, errorMembers } from '../../http/errors.ts';
import { listMembers } from '../../http/list-answer.ts';
import type { Language } from '../../i18n/language.ts';
import { answerWords, schemaTitleWords, schemaWords } from '../../i18n/messages.ts';
import { imageMembers, imageSizeMembers } from '../../images/image.ts';
import { type DescribedMember, described, listOf, type SchemaName } from '../../input/schemas.ts';
import { organizerMembers } from '../../organizers/members.ts';
import { planMembers } from '../../series/dry-run.ts';
import { embeddedTermMembers, linkedTermMembers } from '../../terms/members.ts';
import { deletedMembers, trashedMembers } from '../../trash/show.ts';
import { venueMembers } from '../../venues/members.ts';
import { accountMembers } from '../account.ts';

type Table = Readonly<Record<string, DescribedMember>>;

const list = (name: string, ...items: SchemaName[]): Table => ({
  [name]: described(listOf(...items), answerWords.list),
  ...listMembers,
});

const tables: Readonly<Record<SchemaName, Table>> = {
  Event: eventMembers,
  Venue: venueMembers,
  Organizer: organizerMembers,
  Term: linkedTermMembers,
  Image: imageMembers,
  ImageSize: imageSizeMembers,
  CostDetails: costDetailsMembers,
  DateDetails: dateDetailsMembers,
  Error: errorMembers,
  ErrorData: errorDataMembers,
  ProtectedEvent: maskedMembers,
  EmbeddedTerm: embeddedTermMembers,
  EventList: { ...list('events', 'Event', 'ProtectedEvent'), ...facetMembers },
  VenueList: list('venues', 'Venue'),
  OrganizerList: list('organizers', 'Organizer'),
  CategoryList: list('categories', 'Term'),
  TagList: list('tags', 'Term'),
  Change: changeMembers,
  ChangeList: list('versions', 'Change'),
  Version: versionMembers,
  TrashedRecord: trashedMembers,
  TrashList: list('trash', 'TrashedRecord'),
  OccurrencePlan: planMembers,
  Deleted: deletedMembers,
  Account: accountMembers,
};

export function answerSchemas(language: Language): Record<string, object> {
  const names = Object.keys(tables) as SchemaName[];
  return Object.fromEntries(
    names.map(name => [
      name,
      {
        title: schemaTitleWords[name][language],
        description: schemaWords[name][language],
        ...schemaOf(tables[name], language),
      },
    ]),
  );
}

/** The schema of an answer; optional members are not required. */
function schemaOf(table: Table, language: Language) {
  const members = Object.entries(table);
  return {
    type: 'object',
    required: members.filter(([, { optional }]) => !optional).map(([name]) => name),
    properties: Object.fromEntries(
      members.map(([name, { schema, words }]) => [name, { ...schema, description: words[language] }]),
    ),
  };
}
