import type { BareCall } from '../http/call.ts';
import { adminWords } from '../i18n/admin/words.ts';
import { formatMoment, formatShortDay, formatTime } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import { toWall } from '../lib/time/zones.ts';
import { counted } from '../pages/parts/plural.ts';
import { wordsIn } from '../pages/words.ts';

/** A number of events: `3 events`. */
export const eventsText = (count: number, call: SiteReader): string =>
  counted(wordsIn('listPages', call), 'events', count, call.language);

/** A label before what it names. */
export const withColon = (label: string, { language }: Pick<BareCall, 'language'>): string =>
  filled(adminWords(language).frame.label, { label });

/** Why the interface refuses a member, with the label of its field in place of the member's name. */
export function withLabel(refused: string, member: string, label: string): string {
  const rest = refused.startsWith(member) && /^\s?: /.exec(refused.slice(member.length));
  const why = rest ? refused.slice(member.length + rest[0].length) : refused;
  return why.replace(member, label);
}

type SiteReader = Pick<BareCall, 'language' | 'config'>;

/** An instant in epoch seconds, in full, as the zone of the site has it. */
export const momentOf = (epoch: number, { language, config }: SiteReader): string =>
  formatMoment(toWall(epoch, config.TIME_ZONE.id), language);

/** The same in short. */
export function shortMoment(epoch: number, { language, config }: SiteReader): string {
  const wall = toWall(epoch, config.TIME_ZONE.id);
  return `${formatShortDay(wall, language)}, ${formatTime(wall, language)}`;
}

/** The wall time of a request in the zone of the site. */
export const wallNow = ({ now, config }: Pick<BareCall, 'now' | 'config'>): string =>
  toWall(now, config.TIME_ZONE.id);
