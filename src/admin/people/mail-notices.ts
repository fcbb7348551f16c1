import { filled } from '../../i18n/say.ts';
import { type Html, html } from '../../lib/html.ts';
import { sendsMail } from '../../mail/mail.ts';
import {
  findWish,
  isWish,
  type NoticeTopic,
  readToken,
  setWish,
  type Wish,
  wishColumns,
  wishes,
} from '../../mail/wishes.ts';
import { NOTICES_TOKEN } from '../../site/address.ts';
import { siteNameIn } from '../../site/name.ts';
import { mayCreate, mayEditOthers, mayKeepSources, mayPublish } from '../../users/rights.ts';
import type { SentForm } from '../form.ts';
import { type AdminAnswer, type AdminCall, type AdminPage, withColon } from '../page.ts';
import { gate, hidden, selectField } from '../parts.ts';
import { problemPage } from '../problems.ts';

/** Mails that an account may get: those who decide learn what waits, those who may only propose what was decided. */
const topicsOf = ({ viewer }: AdminCall): NoticeTopic[] => [
  ...(mayEditOthers(viewer) ? (['proposals'] as const) : []),
  ...(mayKeepSources(viewer) ? (['sources'] as const) : []),
  ...(mayCreate(viewer) && !mayPublish(viewer) ? (['decisions'] as const) : []),
];

/** When an account wants mails, as part of its page. */
export function wishesForm(call: AdminCall): Html | undefined {
  const words = call.words.mails;
  const account = call.account!;
  const topics = topicsOf(call);
  if (topics.length === 0) return undefined;
  const why = !sendsMail(call.config) ? words.no_server : account.email ? undefined : words.no_address;
  const fields = topics.map(topic => {
    const name = wishColumns[topic];
    const options = wishes[topic].map(wish => [wish, words[wish]] as const);
    return selectField({ name, label: words[topic], value: account[name] }, options);
  });
  const form = html`<form method="post" action="${call.at('account')}">
${fields}<div class="actions"><button type="submit" class="button" name="do" value="mails">${call.words.frame.save}</button></div>
</form>`;
  return html`<section aria-labelledby="mails-title"><h2 id="mails-title">${words.title}</h2>
${why === undefined ? form : html`<p>${why}</p>`}</section>
`;
}

export async function setWishes(call: AdminCall, { values }: SentForm): Promise<void> {
  for (const topic of topicsOf(call)) {
    const wish = values[wishColumns[topic]];
    if (isWish(topic, wish)) await setWish(call.db, { recipient: String(call.account!.id), topic }, wish);
  }
}

/**
 * Ends mails of a kind by the link that each of them has, and brings them back. Only the button ends them, for programs
 * open links; mail programs send what RFC 8058 says, and can end them only.
 */
export const mailNoticesPage: AdminPage = {
  takesPrograms: true,
  show: call => answer(call, async (_, wish) => wish),
  act: (call, { values, isForeign }) =>
    answer(call, async (subscription, before) => {
      const isEnd = values['List-Unsubscribe'] === 'One-Click' || values.do === 'never';
      const again = !isForeign && isWish(subscription.topic, values.do) ? values.do : before;
      const wish = isEnd ? 'never' : again;
      await setWish(call.db, subscription, wish);
      return wish;
    }),
};

type NoticeSubscription = NonNullable<Awaited<ReturnType<typeof readToken>>>;

/** The page of a subscription after `work`, which says when mails are wanted now. */
async function answer(
  call: AdminCall,
  work: (subscription: NoticeSubscription, before: Wish) => Promise<Wish>,
): Promise<AdminAnswer> {
  const token = call.query.get(NOTICES_TOKEN) ?? '';
  const subscription = await readToken(call.db, token);
  const before = subscription && (await findWish(call.db, subscription));
  if (!subscription || before === undefined) return problemPage(404, call);
  const wish = await work(subscription, before);
  const words = call.words.mails;
  const [first] = wishes[subscription.topic];
  // What was chosen before comes back.
  const next = wish !== 'never' ? 'never' : before !== 'never' ? before : first;
  const status = filled(wish === 'never' ? words.is_off : words.is_on, {
    site: siteNameIn(call),
    what: `${withColon(words[subscription.topic], call)} ${words[wish]}.`,
  });
  const inside = html`<form method="post" action="${call.at('mailNotices', {}, { [NOTICES_TOKEN]: token })}">
${hidden([['do', next]])}<div class="actions"><button type="submit" class="button main">${next === 'never' ? words.turn_off : words.turn_on}</button></div>
</form>`;
  return gate(call, words.title, status, inside, { role: 'status' });
}
