import type { Argument, Arguments } from '../input/arguments.ts';
import { i18nLanguage } from '../input/common-arguments.ts';
import { addressBeside } from '../site/address.ts';
import type { Call } from './call.ts';
import type { DescribedRoute } from './route.ts';

/** The context of a description. */
export type Describing = Pick<Call, 'address' | 'config' | 'language' | 'now'>;

/** The description of a route in the index and for OPTIONS. */
export function describeRoute(route: DescribedRoute, call: Describing) {
  const { api, namespace } = namespaceOf(route, call);
  return {
    namespace,
    methods: route.operations.flatMap(({ methods }) => methods),
    endpoints: route.operations.map(operation => ({
      methods: operation.methods,
      args: describeArguments(
        { ...pathArguments(route), ...operation.arguments, i18n_language: i18nLanguage },
        call,
      ),
    })),
    ...(!route.path.includes(':') && { _links: { self: [{ href: api + route.path }] } }),
  };
}

/** The namespace of a route, and its address. */
export const namespaceOf = (
  { root }: Pick<DescribedRoute, 'root'>,
  { address }: Pick<Describing, 'address'>,
) => (root ? { api: addressBeside(address, root), namespace: root.slice(1) } : address);

/** The route's key in the index: the namespace and the path as a regular expression. */
export const routePattern = (namespace: string, path: string): string =>
  `/${namespace}${path.replace(':id', '(?P<id>\\d+)').replace(':slug', '(?P<slug>[^/]+)')}`;

export const pathArguments = ({ key, beside }: Pick<DescribedRoute, 'key' | 'beside'>): Arguments => ({
  ...(key && { [key.name]: key.argument }),
  ...beside,
});

function describeArguments(declared: Arguments, call: Describing) {
  const shown = Object.entries(declared).filter(([, argument]) => !argument.additional);
  return Object.fromEntries(shown.map(([name, argument]) => [name, describe(argument, call)]));
}

function describe(argument: Argument, call: Describing) {
  const value = argument.shownDefault?.(call) ?? argument.fallback;
  const hasDefault = argument.shownDefault !== undefined || argument.fallback !== undefined;
  return {
    required: argument.required ?? false,
    ...(hasDefault && { default: value ?? null }),
    ...argument.schema,
    description: argument.words[call.language],
  };
}
