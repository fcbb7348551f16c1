import type { BareCall } from '../http/call.ts';
import { formatDate } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import { type Html, html } from '../lib/html.ts';
import { sanitised } from '../lib/text/markup.ts';
import { designOf } from '../site/design.ts';
import { ownHtmlBase } from '../site/file-address.ts';
import { siteNameIn } from '../site/name.ts';
import { PAGES, pathOf } from '../site/page-addresses.ts';
import { missingIn } from '../site/statements.ts';
import { SESSION_LIFETIME } from '../users/sessions.ts';
import { page } from './page.ts';
import { pageText } from './parts/rich-text.ts';
import { wordsIn } from './words.ts';

/** How far everybody can use the site, as the laws of Europe ask: what is known, and what the operator says. */
export const accessibilityPage = page({
  arguments: {},
  async show(call) {
    const { config, language } = call;
    const words = wordsIn('accessibility', call);
    const { ACCESSIBILITY_LAW: law = 'eu', ACCESSIBILITY_STATUS: status = 'unknown' } = config;
    const missing = missingIn(config);
    const standard = { value: law === 'fr' ? 'RGAA 4.1' : 'EN 301 549 (WCAG 2.1 AA)' };
    const issues = await ownText('accessibility_issues', config.ACCESSIBILITY_ISSUES, call);
    const method = await ownText('accessibility_method', config.ACCESSIBILITY_METHOD, call);
    const { ACCESSIBILITY_DATE: date, ACCESSIBILITY_COMPLAINTS: complaints, SITE_CONTACT: contact } = config;
    const name = config.SITE_OWNER || siteNameIn(call);
    const main = [
      missing.length > 0 && html`<p><strong>${words.incomplete}</strong></p>\n`,
      html`<p>${filled(words.lead, { name, value: words[`law_${law}`] })}</p>
<h2>${words.status}</h2>
<p>${filled(words[status], standard)}</p>\n`,
      issues && html`<h2>${words.issues}</h2>\n${issues}\n`,
      html`<h2>${words.prepared}</h2>\n`,
      date && html`<p>${filled(words.dated, { date: formatDate(`${date} 00:00:00`, language) })}</p>\n`,
      html`${method}<p>${words.tested}</p>\n`,
      contact.length > 0 &&
        html`<h2>${words.contact}</h2>\n<p>${words.contact_text} ${linksTo(contact)}</p>\n`,
      complaints.length > 0 &&
        html`<h2>${words.complaints}</h2>\n<p>${words.complaints_text} ${linksTo(complaints)}</p>\n`,
    ];
    return { ...statement(words.title, pathOf(PAGES.accessibility), main), isListed: missing.length === 0 };
  },
});

/** What the service knows of its readers. */
export const privacyPage = page({
  arguments: {},
  async show(call) {
    const { LOG_DAYS, SECURITY_LOG_DAYS, PROPOSALS, TILES_URL, SITE_OWNER, SITE_CONTACT } = call.config;
    const words = wordsIn('privacy', call);
    const [admin, daysFor] = ['/admin', (days: number) => ({ value: daysIn(call, days) })];
    const session = { name: admin, ...daysFor(SESSION_LIFETIME / 86_400) };
    const third = TILES_URL
      ? filled(words.third_tiles, { name: new URL(TILES_URL.origin).host })
      : words.third_none;
    return statement(words.title, pathOf(PAGES.privacy), [
      SITE_OWNER !== '' &&
        html`<p>${filled(words.lead, { name: SITE_OWNER })} ${linksTo(SITE_CONTACT)}</p>\n`,
      html`<h2>${words.cookies}</h2>
<p>${words.cookies_none}</p>
<p>${filled(words.cookies_admin, session)}</p>
<h2>${words.log}</h2>
<p>${words.log_text} ${LOG_DAYS === undefined ? words.log_unknown : filled(words.log_kept, daysFor(LOG_DAYS))}</p>\n`,
      SECURITY_LOG_DAYS > 0 &&
        html`<p>${filled(words.log_security, { name: admin, ...daysFor(SECURITY_LOG_DAYS) })}</p>\n`,
      PROPOSALS && html`<h2>${words.proposals}</h2>\n<p>${words.proposals_text}</p>\n`,
      html`<h2>${words.third}</h2>\n<p>${third}</p>`,
    ]);
  },
});

const statement = (title: string, path: string, main: readonly (Html | string | false | undefined)[]) => ({
  ...{ title, path: () => path, until: Infinity },
  main: html`<article class="own-page">
<h1>${title}</h1>
${main.filter(part => typeof part === 'object')}
</article>`,
});

/** A text of the operator in the language of the page: that of the site folder, or that of the setting. */
async function ownText(
  name: 'accessibility_method' | 'accessibility_issues',
  setting: string,
  call: BareCall,
): Promise<Html | undefined> {
  const text = designOf(call.config).texts[call.language]?.site?.[name] ?? setting;
  if (text === '') return undefined;
  const isPlain = !/<(p|ul|ol)\b/i.test(text);
  return await pageText(sanitised(isPlain ? `<p>${text}</p>` : text), call, ownHtmlBase(call));
}

const linksTo = (addresses: readonly string[]): Html[] =>
  addresses.map(address => html`<a href="${address}">${address.replace(/^(mailto|tel):/, '')}</a> `);

const daysIn = (call: BareCall, days: number): string =>
  days === Infinity
    ? wordsIn('privacy', call).forever
    : new Intl.NumberFormat(call.language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
