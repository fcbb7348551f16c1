import { attribute, type Html, html, NOTHING } from '../lib/html.ts';
import { pathTo } from '../pages/addresses.ts';
import { frameAround } from '../pages/frame/document.ts';
import { fontLink } from '../pages/frame/head.ts';
import { iconLinks } from '../site/file-address.ts';
import { siteNameIn } from '../site/name.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { assetAddress, scriptsIn } from './assets.ts';
import { isUnencrypted } from './cookie.ts';
import { helpFor } from './help.ts';
import type { AdminCall, Shown } from './page.ts';
import { type AdminAddress, MENU_GROUPS, SURFACE, type SurfaceName } from './surface.ts';

/** A page of the administration as a document, with what a notice tells. */
export function documentOf(
  { title, main, isGate = false, isPublic = false, section }: Shown,
  call: AdminCall,
  notice: Html | undefined,
): Html {
  const words = call.words.frame;
  const name = siteNameIn(call);
  const { path = pathOf(PAGES.propose), hasMap } = call;
  const around = isPublic ? frameAround({ ...call, page: undefined }, { path, hasMap }) : undefined;
  return html`<!doctype html>
<html lang="${call.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · ${name}</title>
${fontLink(call)}<link rel="stylesheet" href="${assetAddress(call, 'admin.css')}">
${scriptsIn(html`${notice}${main}`, call).map(src => html`<script type="module" src="${src}"></script>\n`)}${iconLinks(call).map(({ rel, href, type, sizes }) => html`<link rel="${rel}" type="${type}" sizes="${sizes}" href="${href}">\n`)}</head>
<body${attribute('class', isGate ? 'gate' : isPublic ? 'public' : undefined)}>
<a class="hidden skip" href="#main">${words.skip}</a>
${around?.above ?? (!isGate && railOf(section ?? call.page, call))}
<main id="main" tabindex="-1">
${isUnencrypted(call) && html`<div class="notice wrong"><p>${words.unencrypted}</p></div>`}${notice ?? NOTHING}${main}
</main>
${around?.below ?? NOTHING}</body>
</html>
`;
}

/** The pages that the viewer may open, the calendar, and the account. */
function railOf(current: SurfaceName, call: AdminCall): Html {
  const words = call.words.frame;
  const { account } = call;
  const help = helpFor(call.page, call);
  return html`<header class="rail">
<a class="site" href="${call.at('overview')}">${siteNameIn(call)}</a>
<button class="button low menu-button" type="button" popovertarget="menu">${words.menu}</button>
<nav class="menu" id="menu" popover aria-label="${words.administration}">
${MENU_GROUPS.map(group => groupOf(group, current, call))}<ul>
<li><a href="${pathTo(call, pathOf(PAGES.list))}">${words.see_calendar}</a></li>
</ul>
<ul>
${help && html`<li><a href="${help}">${words.help}</a></li>\n`}<li><a href="${call.at('account')}"${attribute('aria-current', current === 'account' ? 'page' : undefined)}>${account?.name || account?.login}<span class="hidden">, ${words.account}</span></a></li>
<li><form method="post" action="${call.at('signOut')}"><button type="submit">${words.sign_out}</button></form></li>
</ul>
</nav>
</header>`;
}

function groupOf(group: (typeof MENU_GROUPS)[number], current: SurfaceName, call: AdminCall): Html {
  const isShown = ({ menu, may, named = may }: AdminAddress) => menu === group && named(call.viewer, {});
  const shown = MENU.filter(name => isShown(SURFACE[name]));
  if (shown.length === 0) return NOTHING;
  return html`<ul>${shown.map(
    name =>
      html`<li><a href="${call.at(name)}"${attribute('aria-current', name === current ? 'page' : undefined)}>${call.words.menu[name]}${name === 'proposals' && call.waiting ? ` (${call.waiting})` : ''}</a></li>`,
  )}</ul>
`;
}

/** The pages that the menu names: those that need no parameters. */
type MenuName = {
  [Name in SurfaceName]: (typeof SURFACE)[Name] extends { menu: string } ? Name : never;
}[SurfaceName];

const MENU = (Object.keys(SURFACE) as SurfaceName[]).filter(
  (name): name is MenuName => 'menu' in SURFACE[name],
);
