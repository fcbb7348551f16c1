import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BareCall } from '../http/call.ts';
import type { Route } from '../http/route.ts';
import type { Html } from '../lib/html.ts';
import { type Asset, addressOf, assetOf, assetRoute, SHARED_STYLES, sayingTimes } from '../pages/assets.ts';
import { accentStyles } from '../site/accent.ts';
import { designOf, type SiteDesign } from '../site/design.ts';

const read = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));

const namesIn = (folder: string): string[] =>
  readdirSync(fileURLToPath(new URL(folder, import.meta.url))).sort();

const SCRIPTS = namesIn('./scripts').filter(name => name.endsWith('.js'));

/** Modules of packages, as these have them, without the addresses of their sources. */
const LIBRARIES: Readonly<Record<string, string>> = {
  '#squire/squire.mjs': 'squire.js',
  '#dompurify/purify.min.js': 'purify.js',
  '#leaflet/leaflet.js': 'leaflet.js',
};

const library = (module: string): string =>
  read(import.meta.resolve(module))
    .toString()
    .replace(/\n\/\/# sourceMappingURL=.*/, '');

/** The script of each attribute that binds one to an element. */
const BEHAVIOURS: Readonly<Record<string, string>> = {
  'data-keep': 'keep-typed.js',
  'data-kept-done': 'keep-typed.js',
  'data-kept-list': 'keep-typed.js',
  'data-autosave': 'autosave.js',
  'data-copy': 'copy.js',
  'data-when-from': 'when-live.js',
  'data-pick-all': 'pick-all.js',
  'data-point': 'point.js',
  'data-print': 'print.js',
  'data-rich': 'rich-text.js',
  'data-zone': 'zone.js',
  'data-passkey': 'passkeys.js',
  'data-picture': 'pictures.js',
};

const files = new Map<string, Asset>(
  Object.entries(LIBRARIES).map(([module, name]) => script(name, library(module))),
);
// A script may import those before it, and libraries.
for (const name of SCRIPTS) files.set(...script(name, read(`./scripts/${name}`).toString()));

/** A script imports others by their addresses. */
function script(name: string, text: string): [string, Asset] {
  const imported = text.replace(/(['"])(#\w+\/[\w.]+|\.\/[\w-]+\.js)\1/g, (quoted, _, module: string) => {
    const other = LIBRARIES[module] ?? module.slice(2);
    const asset = files.get(`admin/${other}`);
    return asset ? `'./${other}?v=${asset.digest}'` : quoted;
  });
  return [`admin/${name}`, assetOf('text/javascript', sayingTimes(imported, '../'))];
}

const STYLES = [SHARED_STYLES, ...namesIn('./styles').map(name => read(`./styles/${name}`))].join('\n');

const stylesheets = new WeakMap<SiteDesign, Asset>();

const STYLESHEET = 'admin.css';

const assetNamed = (name: string, { config }: Pick<BareCall, 'config'>): Asset =>
  name === STYLESHEET
    ? stylesheets.getOrInsertComputed(designOf(config), ({ accent }) =>
        assetOf('text/css', `${STYLES}\n${accentStyles(accent)}`),
      )
    : files.get(name)!;

/** The address of a file of the administration. It changes with the content, so browsers keep the file for good. */
export const assetAddress = (call: Pick<BareCall, 'address' | 'config'>, name: string): string =>
  addressOf(call, name, assetNamed(name, call));

/** The addresses of the scripts that a part of a page binds. */
export const scriptsIn = (part: Html, call: Pick<BareCall, 'address' | 'config'>): string[] => [
  ...new Set(
    Object.entries(BEHAVIOURS).flatMap(([attribute, name]) =>
      part.text.includes(` ${attribute}`) ? assetAddress(call, `admin/${name}`) : [],
    ),
  ),
];

export const adminAssetRoutes = (): Route[] =>
  [STYLESHEET, ...files.keys()].map(name =>
    assetRoute(name, files.get(name)?.mediaType ?? 'text/css', call => assetNamed(name, call)),
  );
