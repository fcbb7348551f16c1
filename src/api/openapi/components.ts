import type { Describing } from '../../http/describe-route.ts';
import type { DescribedRoute } from '../../http/route.ts';
import { strictArgument } from '../../http/strictness.ts';
import type { Language } from '../../i18n/language.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import { i18nLanguage } from '../../input/language.ts';
import type { DescribedMember } from '../../input/schemas.ts';
import type { Pacer } from '../../lib/pacer.ts';
import { documentedOperations } from './documented.ts';
import { errorsOf, exampleName } from './errors.ts';
import { formatParameters } from './formats.ts';
import { headerComponents } from './request-headers.ts';
import { bodySchemas, queryParameter, requestBodies } from './requests.ts';
import { commonHeaders, sharedResponses } from './responses.ts';
import { samples } from './samples.ts';
import { answerSchemas } from './schemas.ts';

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
