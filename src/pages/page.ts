import type { Arguments } from '../http/arguments.ts';
import type { Answer, Call } from '../http/call.ts';
import { type Declared, type Operation, operation } from '../http/operation.ts';
import { pageOperationWords } from '../i18n/messages.ts';
import type { DocumentParts, PageCall } from './frame/document-parts.ts';
import { documentOf } from './layout.ts';

const MEDIA_TYPE = 'text/html';

/** A page, and for how long caches may keep it. */
export type PageAnswer = DocumentParts & Pick<Answer, 'since' | 'until' | 'state' | 'headers' | 'status'>;

interface PageDeclaration<A extends Arguments, Target> {
  readonly arguments: A;
  /** `POST` as well for a page with a form that is not a search. */
  readonly methods?: Declared['methods'];
  readonly show: (call: Call<A, Target>) => Promise<PageAnswer>;
}

/** The operation that shows a page. */
export const page = <const A extends Arguments, Target = undefined>({
  arguments: declared,
  methods = ['GET'],
  show,
}: PageDeclaration<A, Target>): Operation<Target> =>
  operation<A, Target>({
    methods,
    words: pageOperationWords.page,
    arguments: declared,
    may: () => true,
    mediaType: MEDIA_TYPE,
    answers: { status: 200, schema: { type: 'string' }, errors: [400, 404] },
    async handle(call) {
      const { since, until, state, headers, status, ...parts } = await show(call);
      const body = documentOf(parts, call).text;
      return { mediaType: MEDIA_TYPE, body, ...defined({ since, until, state, headers, status }) };
    },
  });

/** Without the members that have no value. */
const defined = <Members extends object>(
  members: Members,
): { [Name in keyof Members]?: NonNullable<Members[Name]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;

/** A page that is not the answer of an operation, as for an error. */
export const answerWithPage = (status: number, parts: DocumentParts, call: PageCall): Answer => ({
  status,
  mediaType: MEDIA_TYPE,
  body: documentOf(parts, call).text,
});
