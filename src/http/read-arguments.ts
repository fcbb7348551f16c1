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
  const isSent = (name: string | undefined) => name !== undefined && (sent.get(name) ?? null) !== null;
  const names = planOf(declared).required.filter(name => !isSent(name) && !isSent(declared[name]!.unless));
  if (names.length === 0) return undefined;
  return new RestError(400, 'rest_missing_callback_param', 'rest_missing_callback_param', {
    values: { names: names.join(', ') },
    data: () => ({ params: names }),
  });
}

/** Reads the values of the declared arguments, and collects the refusals of invalid ones. */
export async function readArguments<A extends Arguments>(declared: A, sent: Params, reading: ReadContext) {
  // In the declared order, in which links show them.
  const args: Record<string, unknown> = {};
  const refused = new Map<string, Refused>();
  const pacer = new Pacer();
  for (const argument of planOf(declared).shortFirst) {
    const { name } = argument;
    const value = sent.get(name);
    if (value === undefined || (value === null && takesNullAsNothing(argument))) {
      const fallback = argument.configured?.(reading.config) ?? argument.fallback;
      if (fallback !== undefined) args[name] = fallback;
      continue;
    }
    if (pacer.isDue()) await pacer.pause();
    const read = argument.read(value, refused.size > 0 ? { ...reading, validateOnly: true } : reading);
    const result = read instanceof Promise ? await read : read;
    if (result instanceof Refused) refused.set(name, result);
    else args[name] = result;
  }
  // Each value was read by the argument of its name.
  return { args: args as ArgumentValues<A>, refused: inOrderOf(declared, refused) };
}

type Named = Argument & { readonly name: string };

/** What each request needs of the declared arguments. */
interface Plan {
  readonly required: readonly string[];
  /** All arguments, those that may take long last. */
  readonly shortFirst: readonly Named[];
}

const plans = new WeakMap<Arguments, Plan>();

function planOf(declared: Arguments): Plan {
  const known = plans.get(declared);
  if (known) return known;
  const all = Object.entries(declared).map(([name, argument]) => ({ ...argument, name }));
  const fresh = {
    required: all.flatMap(({ name, required }) => (required ? [name] : [])),
    shortFirst: [...all.filter(({ isLong }) => !isLong), ...all.filter(({ isLong }) => isLong)],
  };
  plans.set(declared, fresh);
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
