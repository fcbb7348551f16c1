import type { Language, Translations } from '../../i18n/language.ts';
import { interfaceWords } from '../../i18n/messages.ts';
import type { JsonSchema } from '../../input/schemas.ts';
import type { Documented } from './documented.ts';

/** Request headers that only some operations read. */
const headers: Readonly<Record<string, { schema: JsonSchema; words: Translations }>> = {
  'If-Match': { schema: { type: 'string', examples: ['"tag"', '*'] }, words: interfaceWords.header_if_match },
  'If-Unmodified-Since': { schema: { type: 'string' }, words: interfaceWords.header_if_unmodified_since },
  Prefer: {
    schema: { type: 'string', examples: ['handling=strict'] },
    words: interfaceWords.header_prefer,
  },
  'Idempotency-Key': {
    schema: { type: 'string', minLength: 1, maxLength: 257 },
    words: interfaceWords.header_idempotency_key,
  },
};

/** Whether an operation creates a record, and so accepts an idempotency key. */
export const creates = ({ operation }: Pick<Documented, 'operation'>): boolean =>
  operation.answers.status === 201;

/** Whether an operation changes or deletes a record, and so accepts conditions. */
const changes = ({ route, method }: Pick<Documented, 'route' | 'method'>): boolean =>
  route.key !== undefined && method !== 'GET';

/** References to the headers of an operation. */
export function headerParameters(documented: Documented): object[] {
  const names = creates(documented)
    ? ['Idempotency-Key']
    : changes(documented)
      ? ['If-Match', 'If-Unmodified-Since']
      : [];
  return [...names, 'Prefer'].map(name => ({ $ref: `#/components/parameters/${name}` }));
}

export const headerComponents = (language: Language): Record<string, object> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { schema, words }]) => [
      name,
      { name, in: 'header', description: words[language], schema },
    ]),
  );
