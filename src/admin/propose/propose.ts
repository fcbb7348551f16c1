import { createHmac, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import { addProposal } from '../../events/public-proposals.ts';
import { sentUrl } from '../../http/address.ts';
import type { Destination, HtmlPage } from '../../http/site-pages.ts';
import { html } from '../../lib/html.ts';
import { sendsMail } from '../../mail/mail.ts';
import { pathTo } from '../../pages/addresses.ts';
import { CANONICAL, languageOfPath, pathAndQuery, prefixOf, UNADDRESSED } from '../../site/address.ts';
import { PAGES, parametersIn, pathOf } from '../../site/page-addresses.ts';
import { inDefaultWords, wordsOf } from '../../site/words.ts';
import { sameHash, storedSecret } from '../../users/secrets.ts';
import { type PublicChoices, publicChoices } from '../events/choices.ts';
import { textOf } from '../form.ts';
import type { AdminCall, AdminPage, Shown } from '../page.ts';
import { head, hidden } from '../parts.ts';
import {
  messagePage,
  pictureFields,
  problemsOf,
  proposedFields,
  proposerFields,
  publicShown,
} from './form.ts';
import { addPicture, privatePage, sendCode } from './private.ts';
import { NOTHING_TYPED, type ProposalForm, shownAgain, storedOf, typedIn } from './typed.ts';

/** Seconds that somebody needs at least to fill in the form, and for which it may stay open. */
const [FASTEST, SLOWEST] = [3, 86_400];

/** The form by which anybody proposes an event. It needs no cookie: the form and the private link say it all. */
export const proposePage: AdminPage = {
  show: async call => formPage(call, await publicChoices(call), NOTHING_TYPED, await newStamp(call)),
  async act(call, form) {
    const words = call.words.propose;
    const stamp = await stampIn(call, textOf(form, 'stamp'));
    const isOurs = stamp !== undefined && stamp.age <= SLOWEST;
    // A robot is thanked, and nothing is read or stored.
    if (isOurs && textOf(form, stamp.trap) !== '') return messagePage(words.title, words.thanks);
    const choices = await publicChoices(call);
    const typed = typedIn(call, form, choices);
    const again = (stamp: Stamp, problem?: string) =>
      formPage(call, choices, shownAgain(call, form, typed), stamp, problem);
    if (!isOurs) return again(await newStamp(call), words.again);
    if (Object.keys(typed.errors).length > 0) return again(stamp);
    if (stamp.age < FASTEST) return again(stamp, words.again);
    const { texts, start_at, end_at } = typed;
    const isStored = await addProposal(call.db, {
      ...{ token: stamp.token, typed: storedOf(typed), start_at, end_at },
      ...{ now: call.now, config: call.config },
      ...{ name: texts.name, email: texts.email.toLowerCase(), client: await clientName(call) },
      ...{ language: call.language, state: sendsMail(call.config) ? 'code' : 'waits' },
    });
    if (!isStored) return { ...again(stamp, words.too_many), status: 429, headers: { 'retry-after': 3600 } };
    await sendCode(call, stamp.token);
    return addPicture(call, stamp.token, form);
  },
};

function formPage(
  call: AdminCall,
  choices: PublicChoices,
  typed: ProposalForm,
  stamp: Stamp,
  problem?: string,
): Shown {
  const words = call.words.propose;
  const isWrong = problem !== undefined || Object.keys(typed.errors).length > 0;
  const help = sendsMail(call.config) ? `${words.email_help} ${words.email_code}` : words.email_help;
  const main = html`${head(words.title, { lead: words.lead })}${problemsOf(call, typed, problem)}<form class="sheet" method="post" enctype="multipart/form-data" action="${pathTo(call, pathOf(PAGES.propose))}">
${hidden([['stamp', stamp.text]])}${proposedFields(call, typed, choices)}${!sendsMail(call.config) && pictureFields(call, typed)}${proposerFields(call, typed, help)}<div class="hidden" aria-hidden="true"><label for="trap">${words.trap}</label><input type="text" id="trap" name="${stamp.trap}" tabindex="-1" autocomplete="off"></div>
<div class="actions"><button type="submit" class="button main">${words.send}</button></div>
<p class="small muted apart-small">${words.agree}</p>
</form>
`;
  return publicShown(words.title, main, isWrong ? 422 : 200);
}

/** What a form of a proposal says of itself: when it was shown, and the secret of the private link that it will have. */
interface Stamp {
  readonly text: string;
  /** Seconds since the form was shown. */
  readonly age: number;
  /** The name of the field that people do not see. */
  readonly trap: string;
  readonly token: string;
}

const TRAPS = ['phone2', 'company', 'fax', 'website2'] as const;

export const newStamp = async (call: AdminCall): Promise<Stamp> => {
  const shown = `${call.now}.${randomBytes(12).toString('base64url')}`;
  return (await stampIn(call, `${shown}.${await signed(call, 'form', shown)}`))!;
};

/** The stamp of a form; undefined if it is none of ours. */
export async function stampIn(call: AdminCall, text: string): Promise<Stamp | undefined> {
  const [, shown = '', at, nonce = '', mac = ''] =
    /^((\d{1,12})\.([\w-]{16}))\.([\w-]{43})$/.exec(text) ?? [];
  if (at === undefined || !sameHash(mac, await signed(call, 'form', shown))) return undefined;
  return {
    ...{ text, age: call.now - Number(at), trap: TRAPS[nonce.charCodeAt(0) % TRAPS.length]! },
    // A form that is sent twice has one link, which nobody can tell from its stamp.
    token: await signed(call, 'link', shown),
  };
}

/** What tells proposals of one network from others, without naming it. */
const clientName = (call: AdminCall): Promise<string> => signed(call, 'client', call.client.network);

const signed = async ({ db }: AdminCall, purpose: 'form' | 'link' | 'client', text: string) =>
  createHmac('sha256', await storedSecret(db, 'proposal_key'))
    .update(`${purpose} ${text}`)
    .digest('base64url');

/** A page with a form for everybody, which the administration answers without a session. */
export interface PublicForm {
  readonly page: AdminPage;
  readonly shown: HtmlPage;
  readonly place: Destination;
}

/** The form at an address; undefined if there is none. Nobody learns from it whether there are proposals. */
export function publicFormAt(target: string, config: Config): PublicForm | undefined {
  const [path, sent] = pathAndQuery(sentUrl(target, config));
  const language = languageOfPath(path);
  const rest = inDefaultWords(path.slice(prefixOf(language).length), wordsOf(config)).replace(/\/?$/, '/');
  // A token has no other characters.
  if (!/^[\w/-]+$/.test(rest)) return undefined;
  const place = { ...UNADDRESSED, prefix: prefixOf(language) + CANONICAL, language, url: target };
  for (const [at, page] of [[PAGES.propose, proposePage] as const, [PAGES.proposal, privatePage] as const]) {
    const parameters = parametersIn(at, rest);
    if (parameters)
      return { page, shown: { at, parameters, path: rest, query: new URLSearchParams(sent) }, place };
  }
  return undefined;
}
