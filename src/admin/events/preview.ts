import type { Db } from '../../db/tables.ts';
import { rehearse } from '../../db/transaction.ts';
import { findPendingEdit } from '../../events/pending-edits.ts';
import { findEventRow } from '../../events/store.ts';
import type { BareCall } from '../../http/call.ts';
import { isLanguage, type Language } from '../../i18n/language.ts';
import { attribute, type Html, html } from '../../lib/html.ts';
import { addressInLanguage } from '../../pages/addresses.ts';
import { showEvent } from '../../pages/event/event.ts';
import { documentOf } from '../../pages/frame/document.ts';
import { addressIn } from '../../site/address.ts';
import { asEditor, mayPublish } from '../../users/rights.ts';
import type { AdminCall, AdminPage } from '../page.ts';
import { problemPage } from '../problems.ts';
import { showAgain } from '../proposals/public.ts';
import { nameOf } from '../translations.ts';
import { hiddenFields } from './changes.ts';
import { newKeep } from './form.ts';
import { findImage } from './image.ts';
import { EVENTS, findForForm, isOccurrence, isReleased, type OpenedEvent } from './record.ts';
import { titled } from './sent.ts';
import { acceptedBy } from './update.ts';
import { type FormValues, membersOf, valuesOf } from './values.ts';

/**
 * The page of an event as the public will see it, with what waits: everything is written and published in a transaction
 * that is taken back, and shown by the templates of the public page to nobody in particular.
 */
export const previewPage: AdminPage = {
  async show(call) {
    const found = await findForForm(call);
    if (!found) return problemPage(403, call);
    const { LANGUAGES, LANGUAGE } = call.config;
    const wanted = [call.query.get('lang'), call.language];
    const language = wanted.filter(isLanguage).find(one => LANGUAGES.includes(one)) ?? LANGUAGE;
    const proposal = call.query.get('proposal');
    const pending = proposal
      ? await acceptedBy(call, proposal)
      : await findPendingEdit(call.db, found.event.id, call.viewer!.id);
    if (proposal && pending?.event_id !== found.event.id) return showAgain(call, proposal);
    const theirs = valuesOf(found.event);
    const values = { ...theirs, ...pending?.members };
    // What is shown is written by the rights of an editor, to whom pictures of others are open.
    const isOpen = values.image === theirs.image || (await findImage(call, values.image)) !== undefined;
    const shown = isOpen ? values : { ...values, image: theirs.image };
    const above = barOf(call, found, values, language);
    const body = await rehearse(call.db, async db => {
      const refused = await publishIn(db, call, found, membersOf(shown, theirs));
      return refused ?? documentIn(db, call, found.event.id, { language, above });
    });
    if (typeof body === 'string') return { mediaType: 'text/html', body };
    const title = call.words.eventPreview.preview;
    const main = html`<h1>${title}</h1>
<p class="lead">${Object.values(body).join(' ')}</p>
<p><a class="button" href="${call.at('event', { id: found.event.id })}">${call.words.eventScope.back}</a></p>`;
    return { status: 422, title, main, section: 'events' };
  },
};

/**
 * Publishes the event as the form has it, by the interface's own update.
 * @returns why it cannot be, by the parameter
 */
async function publishIn(
  db: Db,
  call: AdminCall,
  { event }: OpenedEvent,
  { recurrence, date: _, ...changed }: Record<string, unknown>,
): Promise<Readonly<Record<string, string>> | undefined> {
  const isOne = isOccurrence(event);
  const members = {
    ...titled(call, changed),
    ...(recurrence !== undefined && !isOne && { recurrence }),
    ...{ status: 'publish', password: '', ...(event.status !== 'publish' && { date: 'now' }) },
    ...(isOne && { scope: 'this' }),
  };
  // The right to the form has been checked.
  const asking = { db, readModel: undefined, viewer: asEditor(call.viewer) };
  return (await call.ask('PATCH', `${EVENTS}/${event.id}`, members, asking)).refused;
}

/** The public page in a language. Links to the event itself lead to its previews: the public has no such page yet. */
async function documentIn(
  db: Db,
  call: AdminCall,
  id: number,
  { language, above }: { readonly language: Language; readonly above: Html },
): Promise<string> {
  const { LANGUAGE, LANGUAGES } = call.config;
  const prefix = language === LANGUAGE ? undefined : language;
  const address = prefix ? addressIn(call.address, prefix) : { ...call.address, language: undefined };
  const reader = { viewer: undefined, readModel: undefined, page: undefined };
  const shown: BareCall = { ...call, ...reader, db, address, language, textLanguage: language };
  const { preview: _, ...parts } = await showEvent((await findEventRow(db, { id }))!, undefined, shown);
  const { text } = documentOf({ ...parts, above, isListed: false }, shown);
  return LANGUAGES.reduce((page, to) => {
    const own = addressInLanguage(parts.path!(to), to, shown);
    return page.replaceAll(`href="${own}"`, `href="${call.at('preview', { id }, { lang: to })}"`);
  }, text);
}

/** Above the page: what it is, the way back, the languages, and the action that makes it public. */
function barOf(
  call: AdminCall,
  { event, isProposed }: OpenedEvent,
  values: FormValues,
  current: Language,
): Html {
  const { id, status } = event;
  const { eventPreview: words, eventForm: form } = call.words;
  const sends = isProposed || !mayPublish(call.viewer);
  const what = !sends && isReleased(status) ? 'update' : 'publish';
  const hiddenValues = { do: what, keep: newKeep(call, id), opened: JSON.stringify(values) };
  const languages = call.config.LANGUAGES.map(
    to =>
      html`<li><a href="${call.at('preview', { id }, { lang: to })}"${attribute('aria-current', to === current ? 'page' : undefined)}>${nameOf(to, call)}</a></li>`,
  );
  return html`<aside class="preview-bar" lang="${call.language}" aria-label="${words.preview}">
<p><strong>${words.preview}</strong> <a href="${call.at('event', { id })}">${call.words.eventScope.back}</a></p>
<ul>${languages}</ul>
<form method="post" action="${call.at('event', { id })}">
${hiddenFields(values, hiddenValues)}<button type="submit" class="button">${sends ? form.propose : form[what]}</button>
</form>
</aside>
`;
}
