import type { Method } from '../../http/call.ts';
import { type Describing, pathArguments } from '../../http/describe-route.ts';
import type { Declared } from '../../http/operation.ts';
import type { DescribedRoute } from '../../http/route.ts';
import type { Argument, Arguments } from '../../input/arguments.ts';
import type { Documented } from './documented.ts';
import { bodyName } from './names.ts';
import { headerParameters } from './request-headers.ts';

/** Whether an operation with this method documents its arguments in the body; otherwise in the query. */
export const hasBody = (method: Method): boolean => method !== 'GET' && method !== 'DELETE';

/** The parameters of path, query and headers, including the language. */
export function parameters(documentedOperation: Documented, call: Describing): object[] {
  const { route, operation, method } = documentedOperation;
  const inPath = documentedArguments(pathArguments(route)).map(([name, argument]) => ({
    ...{ name, in: 'path', required: true },
    description: argument.words[call.language],
    schema: valueSchema(argument),
  }));
  const inQuery = hasBody(method) ? [] : documentedArguments(operation.arguments);
  return [
    ...inPath,
    ...inQuery.map(([name, argument]) => queryParameter(name, argument, call)),
    ...headerParameters(documentedOperation),
    { $ref: '#/components/parameters/strict' },
    { $ref: '#/components/parameters/i18n_language' },
  ];
}

export function queryParameter(name: string, argument: Argument, call: Describing): object {
  const schema = { ...valueSchema(argument), ...defaultOf(argument, call) };
  return {
    ...{ name, in: 'query' },
    ...(argument.required && { required: true }),
    description: argument.words[call.language],
    schema,
    ...(isList(argument) && SEPARATED),
  };
}

export function bodyNames(routes: readonly DescribedRoute[]): Map<Arguments, string> {
  return new Map(bodiesOf(routes).map(({ operation, name }) => [operation.arguments, name]));
}

/** The request bodies by name, each with its three content types, which have the same schema. */
export const requestBodies = (routes: readonly DescribedRoute[]): Record<string, object> =>
  Object.fromEntries(bodiesOf(routes).map(({ operation, name }) => [name, requestBody(operation, name)]));

/** The schemas of all bodies, by name. */
export const bodySchemas = (routes: readonly DescribedRoute[], call: Describing): Record<string, object> =>
  Object.fromEntries(bodiesOf(routes).map(({ operation, name }) => [name, bodySchema(operation, call)]));

/** The operations with a body; of those that share their arguments, only the first. */
function bodiesOf(routes: readonly DescribedRoute[]) {
  const writes = routes.flatMap(route =>
    route.operations
      .filter(
        ({ methods, arguments: declared }) =>
          hasBody(methods[0]!) && documentedArguments(declared).length > 0,
      )
      .map(operation => ({ route, operation, name: bodyName(route, operation.methods[0]!) })),
  );
  return writes.filter(
    ({ operation }, i) => writes.findIndex(other => other.operation.arguments === operation.arguments) === i,
  );
}

function requestBody(operation: Declared, name: string): object {
  const members = documentedArguments(operation.arguments);
  const lists = members.filter(([, argument]) => isList(argument));
  const schema = { $ref: `#/components/schemas/${name}` };
  const encoding = Object.fromEntries(lists.map(([name]) => [name, SEPARATED]));
  const form = { schema, ...(lists.length > 0 && { encoding }) };
  return {
    required: members.some(([, { required }]) => required),
    content: {
      'application/json': { schema },
      'application/x-www-form-urlencoded': form,
      'multipart/form-data': form,
    },
  };
}

/** No member has a default: generators of types would make it required. */
function bodySchema(operation: Declared, call: Describing): object {
  const members = documentedArguments(operation.arguments);
  const required = members.filter(([, argument]) => argument.required).map(([name]) => name);
  return {
    description: operation.words[call.language],
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      members.map(([name, argument]) => [
        name,
        {
          ...valueSchema(argument),
          description: argument.words[call.language],
        },
      ]),
    ),
  };
}

/** A list is one value with comma-separated items. */
const SEPARATED = { style: 'form', explode: false };

export const documentedArguments = (declared: Arguments): [string, Argument][] =>
  Object.entries(declared).filter(([, argument]) => argument.additional !== 'silent');

const valueSchema = ({ accepts, schema }: Argument): object => accepts ?? schema;

/** Whether an argument is a list. The interface's index declares only the type of the items. */
const isList = ({ schema, accepts }: Argument): boolean =>
  'items' in schema || (accepts !== undefined && 'items' in accepts);

/** The default of an argument; `null` means none. */
function defaultOf(argument: Argument, call: Describing): { default?: unknown } {
  const value = argument.shownDefault?.(call) ?? argument.fallback ?? null;
  return value === null ? {} : { default: value };
}
