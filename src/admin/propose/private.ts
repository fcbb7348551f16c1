import {
  changeProposal,
  confirm,
  countPicture,
  findByToken,
  type PublicProposal,
  pictureIn,
  setCode,
  submitProposal,
  withdraw,
} from '../../events/public-proposals.ts';
import { filled } from '../../i18n/say.ts';
import { type Html, html, NOTHING } from '../../lib/html.ts';
import { MAX_LINE, MAX_PROPOSED_PICTURE } from '../../limits.ts';
import { sendMail, sendsMail } from '../../mail/mail.ts';
import { pathTo } from '../../pages/addresses.ts';
import { IMAGES_PATH, pageAddress } from '../../site/address.ts';
import { siteNameIn } from '../../site/name.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { removeUnused } from '../../trash/unused-images.ts';
import { firstAdministrator } from '../../users/store.ts';
import { bodyOf, bodyOrWhy, unlessRefused } from '../ask.ts';
import { type PublicChoices, publicChoices } from '../events/choices.ts';
import { timesOfShown } from '../events/form.ts';
import { EVENTS, type ShownEvent } from '../events/record.ts';
import { type FormValues, NO_VALUES, valuesOf } from '../events/values.ts';
import { understoodBox } from '../events/when.ts';
import { type SentForm, textOf } from '../form.ts';
import type { AdminAnswer, AdminCall, AdminPage, Shown } from '../page.ts';
import { head, textField } from '../parts.ts';
import { newCode } from '../people/forgotten.ts';
import { messagePage, pictureFields, problemsOf, proposedFields, publicShown } from './form.ts';
import { fieldsIn, type ProposalForm, shownAgain, storedOf, typedIn, typedOf } from './typed.ts';

/** The private link of a proposal: what became of it, and by what it is changed and withdrawn. */
export const privatePage: AdminPage = {
  async show(call) {
    const found = await findByToken(call.db, call.parameters.token!, call.now);
    return found ? shownOf(call, found) : gonePage(call);
  },
  async act(call, form) {
    const words = call.words.propose;
    const token = call.parameters.token!;
    const found = await findByToken(call.db, token, call.now);
    if (!found) return gonePage(call);
    const back = { to: linkOf(call, token) };
    const what = textOf(form, 'do');
    if (found.state === 'code') {
      if (what === 'resend') {
        await sendCode(call, token);
        return back;
      }
      const code = textOf(form, 'code').trim().toUpperCase();
      const isRight = await confirm(call.db, found, code, call);
      if (isRight)
        mailTo(call, found, token, ({ received: subject, received_mail: text }) => ({ subject, text }));
      if (isRight) return addPicture(call, token, form);
      const error = call.words.forgotten.wrong_code;
      return codePage(call, found, shownAgain(call, form, typedOf(found, valuesIn(found))), error);
    }
    if (found.state === 'refused' && found.event_id === null) return back;
    const event = await eventOf(call, found);
    if (what === 'withdraw' && found.event_id === null) {
      if (!(await withdraw(call.db, found))) return back;
      await removeUnused(call.db, call.config, pictureIn(found));
      return messagePage(words.mine, words.withdrawn);
    }
    // Of what is public, an editor decides.
    if (found.event_id !== null && !event) return back;
    const public_ = event && valuesOf(event);
    if (what === 'withdraw') {
      const typed = JSON.stringify({ called: event!.title, event_status: 'canceled' });
      await submitProposal(call.db, found, { typed }, call);
      await removeUnused(call.db, call.config, pictureIn(found));
      return back;
    }
    const known = {
      values: { ...(public_ ?? NO_VALUES), ...fieldsIn(found.typed) },
      when: found.typed.when ?? '',
    };
    const { name, email } = found;
    const values = { ...form.values, name, email };
    const choices = await publicChoices(call);
    const typed = typedIn(call, { ...form, values }, choices, known);
    if (Object.keys(typed.errors).length > 0)
      return shownOf(call, found, { typed: shownAgain(call, form, typed), choices });
    const { start_at, end_at } = typed;
    const text = JSON.stringify(storedOf(typed, public_));
    await submitProposal(call.db, found, { typed: text, start_at, end_at }, call);
    if (typed.removesPicture) await removeUnused(call.db, call.config, pictureIn(found));
    return addPicture(call, token, form);
  },
};

const linkOf = (call: AdminCall, token: string): string =>
  pathTo(call, pathOf(PAGES.proposal, { token: encodeURIComponent(token) }));

const gonePage = (call: AdminCall): Shown => {
  const words = call.words.propose;
  return messagePage(words.mine, words.gone, 404);
};

const valuesIn = (found: PublicProposal, event?: ShownEvent): FormValues => ({
  ...(event ? valuesOf(event) : NO_VALUES),
  ...fieldsIn(found.typed),
});

/**
 * Adds the picture of a form to its proposal, once the proposal has arrived and until an editor decides. A picture that
 * cannot be read leaves the proposal as it is. Nobody can guess its address, which only editors see until they publish it.
 */
export async function addPicture(call: AdminCall, token: string, form: SentForm): Promise<AdminAnswer> {
  const found = form.file && (await findByToken(call.db, token, call.now));
  const error = found && found.state === 'waits' && (await keepPicture(call, found, form));
  if (!found || !error) return { to: linkOf(call, token) };
  const typed = { ...typedOf(found, valuesIn(found, await eventOf(call, found))), errors: { file: error } };
  return shownOf({ ...call, parameters: { token } }, found, { typed, choices: await publicChoices(call) });
}

/** @returns what is wrong with it */
async function keepPicture(
  call: AdminCall,
  found: PublicProposal,
  form: SentForm,
): Promise<string | undefined> {
  const { db, config } = call;
  const words = call.words.propose;
  const { bytes } = form.file!;
  const viewer = await firstAdministrator(db);
  if (!viewer || !(await countPicture(db, found))) return words.too_many;
  if (bytes.length > MAX_PROPOSED_PICTURE || bytes.toString('latin1', 0, 4) === 'GIF8')
    return words.picture_wrong;
  const asked = call.ask('POST', IMAGES_PATH, {}, { received: form.file, viewer });
  const answer = await bodyOrWhy(asked, call);
  if (answer.why !== undefined) return words.picture_wrong;
  const { id } = answer.body as { readonly id: number };
  const alt_text = textOf(form, 'alt_text').trim().slice(0, MAX_LINE);
  const typed = JSON.stringify({ ...found.typed, image: String(id), alt_text });
  const isKept = await changeProposal(db, found, { typed });
  await removeUnused(db, config, [id, ...pictureIn(found)]);
  return isKept ? undefined : words.picture_again;
}

/** The event that it became, if everybody may read it. */
async function eventOf(call: AdminCall, { event_id }: PublicProposal): Promise<ShownEvent | undefined> {
  if (event_id === null) return undefined;
  return bodyOf<ShownEvent>(unlessRefused(call.ask('GET', `${EVENTS}/${event_id}`)));
}

/** Sends a code to the address of a proposal that is not confirmed, unless one was sent just now. */
export async function sendCode(call: AdminCall, token: string): Promise<void> {
  if (!sendsMail(call.config)) return;
  const found = await findByToken(call.db, token, call.now);
  const code = newCode();
  if (!found || !(await setCode(call.db, found, code, call.now))) return;
  mailTo(call, found, token, ({ subject, mail: text }) => ({ subject, text }), code);
}

type ProposeWords = AdminCall['words']['propose'];

/** Sends a mail with the private link. No outbox has it: the store knows the link by its hash alone. */
function mailTo(
  call: AdminCall,
  { name, email, typed }: PublicProposal,
  token: string,
  wordsOf: (words: ProposeWords) => { readonly subject: string; readonly text: string },
  code = '',
): void {
  const link = pageAddress(call.address, pathOf(PAGES.proposal, { token }));
  const values = { title: typed.called!, code, link, site: siteNameIn(call) };
  const { subject, text } = wordsOf(call.words.propose);
  const mail = {
    to: { name, address: email },
    ...{ subject: filled(subject, values), text: filled(text, values) },
  };
  // Not awaited: a slow mail server keeps nobody waiting.
  sendMail(call.config, mail).catch(error => call.warn({ err: error }, 'a mail could not be sent'));
}

function codePage(call: AdminCall, { email }: PublicProposal, typed: ProposalForm, error?: string): Shown {
  const { propose: words, forgotten: code } = call.words;
  const field = { name: 'code', label: code.code, help: code.code_help, error };
  const action = linkOf(call, call.parameters.token!);
  const main = html`${head(code.sent, { lead: filled(words.code_lead, { email }) })}<form class="sheet" method="post" enctype="multipart/form-data" action="${action}">
${textField(field, { autocomplete: 'one-time-code', autocapitalize: 'characters', maxlength: '6', class: 'middle', required: true })}${pictureFields(call, typed)}<div class="actions"><button type="submit" class="button main">${code.go_on}</button></div>
</form>
<form method="post" action="${action}"><p class="actions"><button type="submit" class="button low" name="do" value="resend">${words.resend}</button></p></form>
`;
  return publicShown(code.sent, main, error === undefined ? 200 : 422);
}

/** How the proposal stands, and its form. @param sent what was sent and is wrong, with what there is to choose from */
async function shownOf(
  call: AdminCall,
  found: PublicProposal,
  sent?: { readonly typed: ProposalForm; readonly choices: PublicChoices },
): Promise<Shown> {
  if (found.state === 'code') return codePage(call, found, typedOf(found, valuesIn(found)));
  const words = call.words.propose;
  const event = await eventOf(call, found);
  const values = valuesIn(found, event);
  const typed = sent?.typed ?? typedOf(found, values);
  const mayChange = found.event_id === null ? found.state !== 'refused' : event !== undefined;
  const [token, link] = [call.parameters.token!, pathOf(PAGES.proposal, { token: call.parameters.token! })];
  const address = pageAddress(call.address, link);
  const main = html`${head(words.mine, { lead: found.typed.called ?? '' })}${stateOf(call, found, event)}<p>${words.keep}<br><a href="${linkOf(call, token)}" class="small">${address}</a></p>
${
  mayChange &&
  html`<h2 class="apart">${words.change_it}</h2>\n${problemsOf(call, typed, undefined)}<form class="sheet" method="post" enctype="multipart/form-data" action="${linkOf(call, token)}">
${proposedFields(call, typed, sent?.choices ?? (await publicChoices(call)), event ? understoodBox(call, timesOfShown(event), event.timezone) : NOTHING)}${pictureFields(call, typed, values.image !== '')}<p class="actions"><button type="submit" class="button main">${words.change}</button> <button type="submit" class="button away" name="do" value="withdraw" formnovalidate>${event ? words.canceled : words.withdraw}</button></p>
</form>
`
}`;
  return publicShown(words.mine, main, sent ? 422 : 200);
}

function stateOf(call: AdminCall, { state, event_id, note }: PublicProposal, event?: ShownEvent): Html {
  const words = call.words.propose;
  const message =
    state === 'code' || state === 'published' || state === 'prepared' ? undefined : words[state];
  const link = event && html` <a href="${event.url}">${event.title}</a>`;
  const made = event_id !== null && html`<p>${event ? words.published : words.prepared}${link}</p>`;
  return html`<div class="notice" role="status">${message && html`<p><strong>${message}</strong> ${state !== 'waits' && note}</p>`}${made}</div>
`;
}
