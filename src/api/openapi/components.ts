import { maskedMembers } from '../../events/mask.ts';
import { eventMembers } from '../../events/members.ts';
import { costDetailsMembers, dateDetailsMembers } from '../../events/own-members.ts';
import { facetMembers } from '../../formats/json/facets.ts';
import { versionMembers } from '../../history/show.ts';
import type { Describing } from '../../http/describe-route.ts';
import { errorDataMembers, errorMembers } from '../../http/errors.ts';
import { listMembers } from '../../http/list-answer.ts';
import type { DescribedRoute } from '../../http/route.ts';
import type { Language } from '../../i18n/language.ts';
import { answerWords, interfaceWords, schemaTitleWords, schemaWords } from '../../i18n/messages.ts';
import { imageMembers, imageSizeMembers, listedImageMembers } from '../../images/image.ts';
import { i18nLanguage, strictArgument } from '../../input/common-arguments.ts';
import { type DescribedMember, described, listOf, type SchemaName } from '../../input/schemas.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { organizerMembers } from '../../organizers/members.ts';
import { planMembers } from '../../series/dry-run.ts';
import { embeddedTermMembers, linkedTermMembers } from '../../terms/members.ts';
import { deletedMembers, trashedMembers } from '../../trash/show.ts';
import { venueMembers } from '../../venues/members.ts';
import { batchMembers } from '../batches.ts';
import { accountMembers } from '../users/account.ts';
import { userMembers, userPasswordsMembers } from '../users/show.ts';
import { documentedOperations } from './documented.ts';
import { errorsOf, exampleName } from './errors.ts';
import { formatParameters } from './formats.ts';
import { headerComponents } from './request-headers.ts';
import { bodySchemas, queryParameter, requestBodies } from './requests.ts';
import { commonHeaders, sharedResponses } from './responses.ts';
import { samples } from './samples.ts';

/** The components that the operations of the document refer to. */
export async function components(routes: readonly DescribedRoute[], call: Describing, pacer: Pacer) {
  const { language } = call;
  const operations = routes.flatMap(documentedOperations);
  const errors = operations.flatMap(errorsOf);
  const headers: Record<string, DescribedMember> = Object.assign(
    { ...commonHeaders },
    ...operations.map(({ operation }) => operation.answers.headers),
  );
  const examples = samples(call);
  await pacer.pause();
  const answers = answerSchemas(language);
  await pacer.pause();
  const schemas = withExamples({ ...answers, ...bodySchemas(routes, call) }, examples);
  await pacer.pause();
  return {
    schemas,
    requestBodies: requestBodies(routes),
    responses: sharedResponses(language),
    parameters: {
      i18n_language: queryParameter('i18n_language', i18nLanguage, call),
      strict: queryParameter('strict', strictArgument, call),
      ...formatParameters(routes, call),
      ...headerComponents(language),
    },
    headers: mapValues(headers, ({ schema, words, optional = false }) => ({
      description: words[language],
      required: !optional,
      schema,
    })),
    // If several errors have the same name, the first one is the example.
    examples: Object.fromEntries(
      errors.toReversed().map(error => [exampleName(error), { value: error.body(language) }]),
    ),
    securitySchemes: securitySchemes(language),
  };
}

const securitySchemes = (language: Language) => ({
  basic: { type: 'http', scheme: 'basic', description: interfaceWords.basic[language] },
  bearer: { type: 'http', scheme: 'bearer', description: interfaceWords.bearer[language] },
});

const withExamples = (schemas: Record<string, object>, samples: Record<string, unknown[]>) =>
  mapValues(schemas, (schema, name) => {
    const examples = samples[name];
    return examples ? { ...schema, examples } : schema;
  });

const mapValues = <Value, Result>(all: Record<string, Value>, of: (value: Value, name: string) => Result) =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, of(value, name)]));

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
  ChangeList: list('versions', 'Version'),
  Version: versionMembers,
  Batch: batchMembers,
  TrashedRecord: trashedMembers,
  TrashList: list('trash', 'TrashedRecord'),
  OccurrencePlan: planMembers,
  Deleted: deletedMembers,
  Account: accountMembers,
  User: userMembers,
  ImageList: list('images', 'ListedImage'),
  ListedImage: listedImageMembers,
  UserList: list('users', 'User'),
  UserPasswords: userPasswordsMembers,
};

function answerSchemas(language: Language): Record<string, object> {
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
