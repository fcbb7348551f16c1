import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BareCall } from '../http/call.ts';
import { publicRead } from '../http/operation.ts';
import { type Route, staticRoute } from '../http/route.ts';
import { pageOperationWords } from '../i18n/messages.ts';
import { additional, text } from '../input/arguments.ts';
import { digestOf } from '../lib/digest.ts';
import { binary, Json } from '../lib/json.ts';
import { accentStyles } from '../site/accent.ts';
import { pathOnSite } from '../site/address.ts';
import { designOf, type SiteDesign } from '../site/design.ts';

interface OwnFile {
  readonly name: string;
  readonly text: string;
}

/** The files of a folder beside this file, in the order of their names. Read while the service starts. */
const filesOf = (folder: 'styles' | 'scripts'): OwnFile[] =>
  readdirSync(fileURLToPath(new URL(folder, import.meta.url)))
    .sort()
    .map(name => ({ name, text: readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8') }));

/** The font in two files: what nearly every text needs, and further letters of Latin alphabets. */
const FONTS = ['manrope.woff2', 'manrope-ext.woff2'].map(
  name => [name, assetOf('font/woff2', readFileSync(new URL(`fonts/${name}`, import.meta.url)))] as const,
);

/**
 * The stylesheet of all pages, a file for each part: tokens first, with the addresses of the fonts for good, and without
 * comments and indents.
 */
const parts = new Map(
  filesOf('styles').map(({ name, text }) => [
    name,
    FONTS.reduce(
      (styles, [name, { digest }]) => styles.replace(`"${name}"`, `"${name}?v=${digest}"`),
      text.replaceAll(/\/\*.*?\*\/\n?/gs, '').replaceAll(/\n\s+/g, '\n'),
    ),
  ]),
);
export const STYLES = [...parts.values()].join('\n');
/** What the administration has as well: colours, sizes and the font, and for its pages for everybody the frame. */
export const SHARED_STYLES = `${parts.get('00-tokens.css')}
${parts.get('16-colours.css')}
.public {
${parts.get('10-layout.css')}}`;

const read = (name: string): string =>
  readFileSync(fileURLToPath(import.meta.resolve(`#leaflet/${name}`)), 'utf8');

/** The library of the map, as its package has it, without the address of its sources, which are not served. */
const LEAFLET = [
  { name: 'leaflet.css', mediaType: 'text/css', text: read('leaflet.css') },
  {
    name: 'leaflet.js',
    mediaType: 'text/javascript',
    text: read('leaflet.js').replace(/\n\/\/# sourceMappingURL=.*/, ''),
  },
] as const;

/** How scripts say times: as the service does. */
const TIME_OF_DAY = assetOf(
  'text/javascript',
  readFileSync(new URL('../i18n/time-of-day.js', import.meta.url), 'utf8'),
);

/** A script that imports it by its address. @param folder the folder of the assets, as the script sees it */
export const sayingTimes = (script: string, folder: string): string =>
  script.replace('../../i18n/time-of-day.js', `${folder}time-of-day.js?v=${TIME_OF_DAY.digest}`);

/** A file that pages load. */
export interface Asset {
  readonly mediaType: string;
  readonly content: string | Buffer;
  readonly digest: string;
}

const STYLESHEET = 'pages.css';

/** Files that are the same for every operator. */
const files = new Map<string, Asset>([
  ...FONTS,
  ...filesOf('scripts').map(
    ({ name, text }) => [name, assetOf('text/javascript', sayingTimes(text, './'))] as const,
  ),
  ['time-of-day.js', TIME_OF_DAY],
  ...LEAFLET.map(({ name, mediaType, text }) => [name, assetOf(mediaType, text)] as const),
]);

const stylesheets = new WeakMap<SiteDesign, Asset>();

/** The stylesheet in the colours of the operator. */
const stylesheetIn = (design: SiteDesign): Asset =>
  stylesheets.getOrInsertComputed(design, () =>
    assetOf('text/css', `${STYLES}\n${accentStyles(design.accent)}`),
  );

export function assetOf(mediaType: string, content: string | Buffer): Asset {
  return { mediaType, content, digest: digestOf(content).slice(0, 12) };
}

const assetNamed = (name: string, { config }: Pick<BareCall, 'config'>): Asset =>
  name === STYLESHEET ? stylesheetIn(designOf(config)) : files.get(name)!;

/** The address of a file. It changes with the content, so that browsers keep the file for good. */
export const addressOf = (call: Pick<BareCall, 'address'>, name: string, { digest }: Asset): string =>
  pathOnSite(call.address, `/assets/${name}?v=${digest}`);

/** The address of a file of the pages. */
export const assetAddress = (call: Pick<BareCall, 'address' | 'config'>, name: string): string =>
  addressOf(call, name, assetNamed(name, call));

const FOREVER = { 'cache-control': 'public, max-age=31536000, immutable' };

/** A file at its address. An older page may ask for a version that is no more; what it gets is not kept. */
export const assetRoute = (
  name: string,
  mediaType: string,
  find: (call: Pick<BareCall, 'config'>) => Asset,
): Route =>
  staticRoute({
    root: `/assets/${name}`,
    path: '',
    operations: [
      publicRead({
        words: pageOperationWords.asset,
        arguments: { v: additional(text(pageOperationWords.version)) },
        mediaType,
        answers: { status: 200, schema: { type: 'string' }, errors: [400] },
        async handle({ args, config }) {
          const { content, digest } = find({ config });
          const body = Buffer.isBuffer(content) ? new Json([binary(content)]) : content;
          return { mediaType, body, until: Infinity, headers: args.v === digest ? FOREVER : {} };
        },
      }),
    ],
  });

/** The files that pages load, from the service itself. */
export const assetRoutes = (): Route[] => [
  assetRoute(STYLESHEET, 'text/css', call => assetNamed(STYLESHEET, call)),
  ...[...files].map(([name, asset]) => assetRoute(name, asset.mediaType, () => asset)),
];
