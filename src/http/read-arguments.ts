import { Pacer } from '../lib/pacer.ts';
import type { Argument, Arguments, ArgumentValues, ReadContext } from './arguments.ts';
import { Refused, RestError } from './errors.ts';
import type { Params } from './sent-values.ts';

/** 400 if required parameters are missing. */
export function assertSent(declared: Arguments, sent: Params): void {
  const error = missing(declared, sent);
  if (error) throw error;
}

/** The error that names all missing required parameters, if there are any; `null` counts as missing. */
export function missing(declared: Arguments, sent: Params): RestError | undefined {
  const isSent = (name: string) => (sent.get(name) ?? null) !== null;
  const names = Object.keys(declared).filter(name => {
    const { required, unless } = declared[name]!;
    return required && !isSent(name) && !(unless !== undefined && isSent(unless));
  });
  if (names.length === 0) return undefined;
  return new RestError(400, 'rest_missing_callback_param', 'rest_missing_callback_param', {
    values: { names: names.join(', ') },
    data: () => ({ params: names }),
  });
}

/** Reads the values of the declared arguments, and collects the refusals of invalid ones. */
export async function readArguments<A extends Arguments>(declared: A, sent: Params, reading: ReadContext) {
  const args: Record<string, unknown> = {};
  const refused = new Map<string, Refused>();
  const pacer = new Pacer();
  for (const [name, argument] of shortFirst(declared)) {
    if (pacer.isDue()) await pacer.pause();
    const value = sent.get(name);
    if (value === undefined || (value === null && takesNullAsNothing(argument))) {
      const fallback = argument.configured?.(reading.config) ?? argument.fallback;
      if (fallback !== undefined) args[name] = fallback;
      continue;
    }
    const read = argument.read(value, refused.size > 0 ? { ...reading, validateOnly: true } : reading);
    const result = read instanceof Promise ? await read : read;
    if (result instanceof Refused) refused.set(name, result);
    else args[name] = result;
  }
  // Each value was read by the argument of its name.
  return { args: args as ArgumentValues<A>, refused: inOrderOf(declared, refused) };
}

const ordered = new WeakMap<Arguments, [name: string, argument: Argument][]>();

/** The arguments, those that may take long last. */
function shortFirst(declared: Arguments): [name: string, argument: Argument][] {
  const known = ordered.get(declared);
  if (known) return known;
  const all = Object.entries(declared);
  const fresh = [
    ...all.filter(([, { isLong }]) => !isLong),
    ...all.filter(([, { isLong = false }]) => isLong),
  ];
  ordered.set(declared, fresh);
  return fresh;
}

const inOrderOf = (declared: Arguments, refused: ReadonlyMap<string, Refused>): Map<string, Refused> =>
  refused.size < 2
    ? new Map(refused)
    : new Map(
        Object.keys(declared).flatMap(name =>
          refused.has(name) ? [[name, refused.get(name)!] as const] : [],
        ),
      );

/** As clients expect: `null` is invalid for an argument with a declared type, and counts as not sent otherwise. */
const takesNullAsNothing = ({ schema, nullable }: Argument): boolean =>
  schema.type === undefined && !nullable;
