import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { additional, text } from '../http/arguments.ts';
import type { BareCall } from '../http/call.ts';
import { operation } from '../http/operation.ts';
import { type Route, staticRoute } from '../http/route.ts';
import { pageOperationWords } from '../i18n/messages.ts';
import { digestOf } from '../lib/digest.ts';

/** A file that pages load. */
interface Asset {
  readonly mediaType: string;
  readonly text: string;
  /** Identifies the content, in the address. */
  readonly digest: string;
}

const assets = new Map<string, Asset>();

/** The stylesheet: all parts, in the order of their names; `base` and `layout` begin with a number. */
add('pages.css', 'text/css', () => filesIn('styles').join('\n'));

for (const name of namesIn('scripts')) add(name, 'text/javascript', () => read('scripts', name));

function add(name: string, mediaType: string, make: () => string): void {
  const text = make();
  assets.set(name, { mediaType, text, digest: digestOf(text).slice(0, 12) });
}

function namesIn(folder: string): string[] {
  return readdirSync(fileURLToPath(new URL(folder, import.meta.url))).sort();
}

function read(folder: string, name: string): string {
  return readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8');
}

function filesIn(folder: string): string[] {
  return namesIn(folder).map(name => read(folder, name));
}

/** The address of a file. It changes with the content, so that browsers keep the file for good. */
export const assetAddress = ({ address }: Pick<BareCall, 'address'>, name: string): string =>
  `${address.site}/assets/${name}?v=${assets.get(name)!.digest}`;

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

/** A file at its address. An older page may ask for a version that is no more; what it gets is not kept. */
const assetRoute = (name: string, { mediaType, text: body, digest }: Asset): Route =>
  staticRoute({
    root: `/assets/${name}`,
    path: '',
    operations: [
      operation({
        methods: ['GET'],
        words: pageOperationWords.asset,
        arguments: { v: additional(text(pageOperationWords.version)) },
        may: () => true,
        mediaType,
        answers: { status: 200, schema: { type: 'string' }, errors: [400] },
        handle: async ({ args }) => ({
          ...{ mediaType, body, until: Infinity },
          headers: args.v === digest ? FOREVER : {},
        }),
      }),
    ],
  });

/** The files that pages load, from the service itself. */
export const assetRoutes = (): Route[] => [...assets].map(([name, asset]) => assetRoute(name, asset));
