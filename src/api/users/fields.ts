import { roles } from '../../config/values.ts';
import { dialectOf } from '../../db/dialect.ts';
import { Refused } from '../../errors.ts';
import { type Language, languages } from '../../i18n/language.ts';
import { accountWords, userWords as words } from '../../i18n/messages.ts';
import { type Argument, type ArgumentValues, ids, text } from '../../input/arguments.ts';
import { choice } from '../../input/common-arguments.ts';
import { KINDS } from '../../kinds.ts';
import { isMailAddress } from '../../lib/text/addresses.ts';
import { withoutDirections } from '../../lib/text/text.ts';
import type { Limits, LimitType } from '../../users/limits.ts';
import { isLogin, MAX_NAME } from '../../users/store.ts';

const line = text(accountWords.login, sent => sent.trim(), { empty: true });

/** A line of text that is what a question says, or else refused. */
const checked = (argument: Argument<string>, isFine: (text: string) => boolean, refused: Refused) => ({
  ...argument,
  async read(...[sent, reading]: Parameters<Argument['read']>) {
    const value = await argument.read(sent, reading);
    return value instanceof Refused || isFine(value) ? value : refused;
  },
});

/** Records to which an account is limited; none lifts the limit. All of them must exist. */
const limitField = (type: LimitType): Argument<number[]> => ({
  ...ids(words[`only_${KINDS[type].collection}`]),
  looksUp: true,
  async read(sent, reading) {
    if (sent === '' || (Array.isArray(sent) && sent.length === 0)) return [];
    const read = await ids(accountWords.id).read(sent, reading);
    if (read instanceof Refused || reading.validateOnly) return read;
    const { among, listOf } = dialectOf(reading.db);
    const found = reading.db
      .selectFrom(KINDS[type].table as 'terms')
      .select('id')
      .where(({ ref }) => among(ref('id'), listOf(read)));
    const rows = await (type === 'category' ? found.where('taxonomy', '=', type) : found).execute();
    return rows.length === read.length ? read : new Refused(EXPECTED[type]);
  },
});

const EXPECTED = {
  venue: 'expected_venue_ids',
  organizer: 'expected_organizer_ids',
  category: 'expected_categories',
} as const;

/** What administrators decide of an account. */
export const userFields = {
  login: checked({ ...line, words: accountWords.login }, isLogin, new Refused('expected_login')),
  name: checked(
    text(words.name, sent => withoutDirections(sent).trim(), { empty: true, max: MAX_NAME }),
    name => !/\p{Cc}/u.test(name),
    new Refused('expected_line'),
  ),
  email: checked(
    { ...line, words: words.email },
    address => address === '' || isMailAddress(address),
    new Refused('expected_email'),
  ),
  role: choice(accountWords.role, roles),
  language: choice<Language | ''>(words.language, ['', ...languages]),
  only_venues: limitField('venue'),
  only_organizers: limitField('organizer'),
  only_categories: limitField('category'),
};

export type UserInput = Partial<ArgumentValues<typeof userFields>>;

/** The limits of an account after a write. */
export const limitsAfter = (sent: UserInput, before: Limits): Limits => ({
  venue: sent.only_venues ?? before.venue,
  organizer: sent.only_organizers ?? before.organizer,
  category: sent.only_categories ?? before.category,
});
