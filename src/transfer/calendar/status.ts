import type { EventStatus } from '../../db/tables.ts';
import { languages } from '../../i18n/language.ts';
import { calendarWords } from '../../i18n/messages.ts';
import { escaped } from '../../lib/text/escape.ts';
import { type Properties, valueIn } from './properties.ts';

/** Whether an event takes place, and who may read of it. */
export interface ReadStatus {
  status: 'publish' | 'private' | 'draft';
  event_status: EventStatus;
  status_reason: string;
  /** The description without the notice that calendars of Almanac begin it with. */
  description: string;
}

/**
 * Reads the status of an event. A tentative one is published, as its calendar publishes it. In calendars of Almanac it
 * is an unpublished event, unless it is postponed.
 * @param isOwn the calendar was written by Almanac
 */
export function readEventStatus(properties: Properties, description: string, isOwn: boolean): ReadStatus {
  const written = valueIn(properties, 'STATUS').toUpperCase();
  const notice = isOwn ? noticeIn(description) : undefined;
  const isCancelled = /^CANCELL?ED$/.test(written);
  const event_status = isCancelled ? 'canceled' : (notice?.status ?? 'scheduled');
  const isPrivate = /^(?:PRIVATE|CONFIDENTIAL)$/i.test(valueIn(properties, 'CLASS'));
  const isDraft = isOwn && written === 'TENTATIVE' && event_status !== 'postponed';
  return {
    status: isPrivate ? 'private' : isDraft ? 'draft' : 'publish',
    event_status,
    status_reason: isOwn || isCancelled ? valueIn(properties, 'COMMENT') : '',
    description: notice?.rest ?? description,
  };
}

const STATUSES = ['canceled', 'postponed', 'moved_online'] as const;

/** The first paragraph, if it is such a notice: `Postponed: the hall is closed`. */
function noticeIn(description: string): { status: EventStatus; rest: string } | undefined {
  const [whole = '', paragraph = ''] = /^<p>([^<]*)<\/p>\n?/.exec(description) ?? [];
  const status = STATUSES.find(status =>
    languages.some(language => {
      const words = escaped(calendarWords[status][language]);
      return paragraph.startsWith(words) && /^(?:$|\s?: )/.test(paragraph.slice(words.length));
    }),
  );
  return status && { status, rest: description.slice(whole.length) };
}
