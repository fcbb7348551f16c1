import type { SettingTexts } from '../config.ts';
import type { SessionRow, UserRow } from '../db/tables.ts';
import type { BareCall, Method } from '../http/call.ts';
import type { AdminMessages } from '../i18n/admin/en.ts';
import { adminWords, type NoticeName } from '../i18n/admin/words.ts';
import { formatMoment, formatShortDay, formatTime } from '../i18n/format-dates.ts';
import { filled } from '../i18n/say.ts';
import type { Html } from '../lib/html.ts';
import type { Client } from '../lib/ip-address.ts';
import { toWall } from '../lib/time/zones.ts';
import type { SignIns } from '../net/sign-ins.ts';
import { counted } from '../pages/parts/plural.ts';
import { wordsIn } from '../pages/words.ts';
import type { PathParameters } from '../site/page-addresses.ts';
import type { Answered, Asking, JsonMembers } from './ask.ts';
import type { CookiePlace } from './cookie.ts';
import type { SentForm } from './form.ts';
import type { PathOf, SurfaceName } from './surface.ts';

/** What a page knows of its request. */
export interface AdminCall
  extends Omit<BareCall, 'page' | 'document' | 'conditions' | 'idempotencyKey'>,
    CookiePlace {
  readonly config: BareCall['config'];
  /** What was set outside of the store. */
  readonly texts: SettingTexts;
  /** The texts of the administration in the language of its reader. */
  readonly words: AdminMessages;
  /** Gives the path of a page, with that of the site: what links and forms name. */
  readonly at: PathOf;
  /** The page that was asked for. */
  readonly page: SurfaceName;
  readonly parameters: PathParameters;
  /** Whether the page is for everybody, and not of the administration. */
  readonly isPublic?: boolean;
  /** The path of such a page below the language. */
  readonly path?: string;
  /** Whether the navigation of such a page leads to the map. */
  readonly hasMap?: boolean;
  readonly query: URLSearchParams;
  /** Undefined for somebody who has not signed in. */
  readonly session: SessionRow | undefined;
  readonly account: UserRow | undefined;
  readonly client: Client;
  /** Writes a warning to the log. */
  warn(details: object, text: string): void;
  /** What slows down whoever guesses passwords. */
  readonly signIns: SignIns;
  /** What the request calls this site: `localhost:3000`. */
  readonly host: string;
  /** The token of a session that the request names, whether there is such a session or not. */
  readonly token: string | undefined;
  /** The browser as it names itself. */
  readonly device: string;
  /** How many proposals wait for the viewer, if a page is shown to somebody who decides them. */
  readonly waiting?: number;
  /** Whether a script sent the request, which reads JSON instead of a page. */
  readonly wantsJson: boolean;
  /**
   * Carries out an operation of the interface as this viewer, by its rules and rights.
   * @param path such as `/cal/events/v1/events/12`
   * @param values parameters as in a JSON body
   * @throws RestError if it is refused for another reason than a value
   */
  ask(method: Method, path: string, values?: JsonMembers, asking?: Asking): Promise<Answered>;
}

/** A page as it is shown. */
export interface Shown {
  readonly status?: number;
  /** The title of the document, without the name of the site. */
  readonly title: string;
  /** The content, with one heading of the first level. */
  readonly main: Html;
  /** The page that the menu marks, if it is another one. */
  readonly section?: SurfaceName;
  /** Whether it stands alone, without the menu: signing in, an invitation. */
  readonly isGate?: boolean;
  /** Whether it is for everybody, with what stands around the pages of the site. */
  readonly isPublic?: boolean;
  /** What a script that sent the form reads in place of the page. */
  readonly problem?: string;
  readonly headers?: Headers;
}

/** What is told on the next page: what happened, and what undoes it. */
export interface Notice {
  readonly done: NoticeName;
  /** How many it was done to. */
  readonly count?: number;
  /** Whether it cannot be undone: what was deleted for good, or what was only told. */
  readonly isFinal?: true;
  /** The key of the form, whose text the browser need not keep any more. */
  readonly kept?: string;
  /** The fields of an event that others changed meanwhile, separated by commas. */
  readonly merged?: string;
  /** The day of which it tells, as `2031-05-10`. */
  readonly day?: string;
  /** The event of which it tells, on a page that is not its own. */
  readonly event?: number;
}

/** Where a form leads. */
export interface Led {
  /** An address below the site, as `at` makes it. */
  readonly to: string;
  /** What is told there. */
  readonly notice?: Notice;
  /** What a script that sent the form reads beside. */
  readonly beside?: JsonMembers;
  readonly headers?: Headers;
}

/** Something else than a page: JSON for a script, a part of a page, a file. */
export interface SentDocument {
  readonly status?: number;
  readonly mediaType: string;
  /** A long text comes in parts. */
  readonly body: string | Buffer | AsyncIterable<string>;
  readonly headers?: Headers;
}

type Headers = Readonly<Record<string, string | number | readonly string[]>>;

export type AdminAnswer = Shown | Led | SentDocument;

/** A page of the administration: GET shows it, POST to the same address does it. */
export interface AdminPage {
  show(call: AdminCall): Promise<AdminAnswer>;
  act?(call: AdminCall, form: SentForm): Promise<AdminAnswer>;
  /** Bytes of the file that its form may send, if that is more than a picture. */
  readonly fileBytes?: number;
  /** Whether a program that is no browser may send the form, which says by itself who is meant. */
  readonly takesPrograms?: true;
}

export const json = (value: unknown, status = 200): SentDocument => ({
  status,
  mediaType: 'application/json',
  body: JSON.stringify(value),
});

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
