import { addProposal } from '../../events/public-proposals.ts';
import { html } from '../../lib/html.ts';
import { sendsMail } from '../../mail/mail.ts';
import { pathTo } from '../../pages/addresses.ts';
import { PAGES, pathOf } from '../../site/page-addresses.ts';
import { type PublicChoices, publicChoices } from '../events/choices.ts';
import { textOf } from '../form.ts';
import type { AdminCall, AdminPage, Shown } from '../page.ts';
import { head, hidden } from '../parts.ts';
import { wordsIn } from '../words.ts';
import {
  messagePage,
  pictureFields,
  problemsOf,
  proposedFields,
  proposerFields,
  publicShown,
} from './form.ts';
import { addPicture, sendCode } from './private.ts';
import { clientName, newStamp, type Stamp, stampIn } from './stamp.ts';
import { NOTHING_TYPED, type ProposalForm, shownAgain, storedOf, typedIn } from './typed.ts';

/** Seconds that somebody needs at least to fill in the form, and for which it may stay open. */
const [FASTEST, SLOWEST] = [3, 86_400];

/** The form by which anybody proposes an event. It needs no cookie: the form and the private link say it all. */
export const proposePage: AdminPage = {
  show: async call => formPage(call, await publicChoices(call), NOTHING_TYPED, await newStamp(call)),
  async act(call, form) {
    const words = wordsIn('propose', call);
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
    if (!isStored)
      return {
        ...again(stamp, words.too_many),
        status: 429,
        headers: { 'retry-after': 3600 },
      };
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
  const words = wordsIn('propose', call);
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
