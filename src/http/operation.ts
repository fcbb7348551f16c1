import type { DomainError } from '../errors.ts';
import type { Translations } from '../i18n/language.ts';
import { resumeWork } from '../observability/blocking.ts';
import type { Viewer } from '../users/rights.ts';
import type { Arguments } from './arguments.ts';
import type { Answer, BareCall, Call, Method } from './call.ts';
import { forbidden, invalidParameters, Refused, RestError } from './errors.ts';
import type { JsonSchema } from './json-schema.ts';
import { i18nLanguage } from './language.ts';
import { assertSent, readArguments } from './read-arguments.ts';
import type { DescribedMember } from './schemas.ts';
import type { Params } from './sent-values.ts';

/** What is said of an operation: methods on a path, its arguments, the right it needs and what it answers. */
export interface Declared<A extends Arguments = Arguments, Target = never> {
  readonly methods: readonly Method[];
  readonly words: Translations;
  /** Its name in the documentation, where that does not follow from its method and path. */
  readonly id?: string;
  readonly arguments: A;
  /** The media types of its body, with what they hold, where that is not the arguments. */
  readonly content?: Readonly<Record<string, JsonSchema>>;
  /** The right that it needs; `target` is undefined where the path names a record that does not exist. */
  readonly may: (viewer: Viewer, target: Target | undefined) => boolean;
  /** What it answers, for the documentation. */
  readonly answers: {
    readonly status: 200 | 201;
    readonly schema: JsonSchema;
    /** What it is, where that does not follow from method and path. */
    readonly words?: Translations;
    readonly headers?: Readonly<Record<string, DescribedMember>>;
    /** The errors it may give: the statuses of those that many operations share, the others themselves. */
    readonly errors: readonly (number | RestError | DomainError)[];
  };
}

/** What is said of an operation, and what it does. */
export interface OperationDeclaration<A extends Arguments, Target> extends Declared<A, Target> {
  readonly handle: (call: Call<A, Target>) => Promise<Answer>;
}

/** What looking for the record of a path gives: a Refused is a bad value of the path, a RestError is thrown once the right has been checked. */
export type Found<Target> = Target | Refused | RestError;

export const recordIn = <Target>(found: Found<Target>): Target | undefined =>
  found instanceof Refused || found instanceof RestError ? undefined : found;

/** An operation on what a path names. Which arguments it has is known to itself alone. */
export interface Operation<Target = undefined> extends Declared<Arguments, Target> {
  /**
   * Checks the right, reads the arguments and carries it out.
   * @param name of the parameter in the path
   * @throws RestError where one of them says no
   */
  readonly answer: (
    call: BareCall,
    params: Params,
    found: Found<Target>,
    name: string | undefined,
  ) => Promise<Answer>;
}

/** The arguments that all operations have. */
const SHARED = { i18n_language: i18nLanguage };

/** An operation whose `handle` gets the values of its own arguments. */
export function operation<const A extends Arguments, Target = undefined>(
  declared: OperationDeclaration<A, Target>,
): Operation<Target> {
  return {
    ...declared,
    async answer(call, params, found, name = '') {
      assertSent(declared.arguments, params);
      const may = declared.may(call.viewer, recordIn(found));
      resumeWork();
      const shared = await readArguments(SHARED, params, { ...call, futile: !may });
      const futile = !may || shared.refused.size > 0;
      const { args, refused } = await readArguments(declared.arguments, params, { ...call, futile });
      for (const [name, why] of shared.refused) refused.set(name, why);
      if (found instanceof Refused) refused.set(name, found);
      if (found instanceof Refused || refused.size > 0) throw invalidParameters(refused);
      if (!may) throw forbidden(call.viewer !== undefined);
      if (found instanceof RestError) throw found;
      resumeWork();
      return declared.handle({ ...call, ...shared.args, args, target: found });
    },
  };
}
