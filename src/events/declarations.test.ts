import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { EventRow, ImageRow } from '../db/tables.ts';
import { memberNamesOf } from '../history/kind.ts';
import { answerWords as words } from '../i18n/messages.ts';
import type { imageMembers } from '../images/image.ts';
import type { Argument } from '../input/arguments.ts';
import { type ColumnOf, type DeclaredMembers, FOLLOWING, keptIn, member, TEXT } from '../records/members.ts';
import { eventFilters } from '../search/event-filter.ts';
import type { VenueRecord } from '../venues/members.ts';
import type { OwnRecord } from './event.ts';
import { eventFields } from './fields.ts';
import { maskedMembers } from './mask.ts';
import { eventMembers, shownColumns, unshownEventColumns } from './members.ts';
import { plainFields } from './plain-fields.ts';
import { behindPassword, type EventMembers, masked, OPEN } from './protection.ts';
import type { WholePatch } from './store.ts';

const title = member<OwnRecord>(TEXT, words.title, ({ title }) => title);

const { imported: _, ...unimported } = keptIn('title');
const { history: __, ...untold } = keptIn('title');

describe('the declaration of a member', () => {
  it('does not compile where a part of it is forgotten', () => {
    ({ title: { ...title, ...keptIn('title'), whenLocked: OPEN } }) satisfies EventMembers<OwnRecord>;
    // @ts-expect-error whether a password hides it
    ({ title: { ...title, ...keptIn('title') } }) satisfies EventMembers<OwnRecord>;
    // @ts-expect-error its columns, and whether history and imports carry it
    ({ title: { ...title, whenLocked: OPEN } }) satisfies EventMembers<OwnRecord>;
    // @ts-expect-error whether imports carry it
    ({ title: { ...title, ...unimported, whenLocked: OPEN } }) satisfies EventMembers<OwnRecord>;
    // @ts-expect-error whether history carries it
    ({ title: { ...title, ...untold, whenLocked: OPEN } }) satisfies EventMembers<OwnRecord>;
    // @ts-expect-error a column that there is not
    ({ title: { ...title, ...keptIn('titel'), whenLocked: OPEN } }) satisfies EventMembers<OwnRecord>;
    // @ts-expect-error its words
    ({ title: { schema: TEXT, of: title.of, ...FOLLOWING } }) satisfies DeclaredMembers<VenueRecord>;
    // @ts-expect-error its schema
    ({ title: { words: words.title, of: title.of, ...FOLLOWING } }) satisfies DeclaredMembers<VenueRecord>;
  });

  it('does not compile where a column is shown by no member and not said to be hidden', () => {
    type Unshown = Exclude<keyof EventRow, ColumnOf<Omit<typeof members, 'title'>>>;
    const members = { title: { ...title, ...keptIn('title') } };
    // @ts-expect-error the title is missing
    unshownEventColumns satisfies Record<Unshown, unknown>;
    ({
      ...{ author_id: 0, mime: 0, source_url: 0, created_at: 0, former_of: 0 },
    }) as const satisfies Record<Exclude<keyof ImageRow, ColumnOf<typeof imageMembers>>, 0>;
  });

  it('does not compile where what writes an event whole forgets a field', () => {
    const forgetful = { title: 'Jazz', description: '', excerpt: '' };
    // @ts-expect-error all other fields
    forgetful satisfies WholePatch;
  });
});

describe('a new member', () => {
  it('is masked unless it says that it is open', () => {
    const hidden = behindPassword<OwnRecord>({
      title: { ...title, ...keptIn('title'), whenLocked: masked('') },
    });
    assert.equal(hidden.title!.of({} as OwnRecord, {} as never), '');
    const open = Object.keys(eventMembers).filter(name => maskedMembers[name] === eventMembers[name]);
    assert.deepEqual(open, [
      ...['id', 'global_id', 'global_id_lineage', 'author', 'status', 'date', 'date_utc', 'modified'],
      ...['modified_utc', 'url', 'rest_url', 'title', 'slug', 'start_date', 'start_date_details', 'end_date'],
      ...['end_date_details', 'utc_start_date', 'utc_start_date_details', 'utc_end_date'],
      ...['utc_end_date_details', 'timezone', 'timezone_abbr', 'event_status'],
      ...['series', 'recurrence_id', 'next_occurrence', 'occurrences_total', 'language'],
    ]);
  });

  it('that is a plain field is read from the store, masked unless it is open, told by history and compared by imports', () => {
    const told = memberNamesOf(eventMembers, unshownEventColumns);
    for (const name of Object.keys(plainFields)) {
      assert.ok((shownColumns as readonly string[]).includes(name), name);
      const isOpen = name === 'event_status';
      assert.equal(maskedMembers[name] === eventMembers[name], isOpen, name);
      assert.equal(told.get(name), name);
      assert.equal(eventMembers[name]!.imported, true, name);
    }
  });
});

it('history tells of columns under the names of members, and of those that follow from others not at all', () => {
  const told = memberNamesOf(eventMembers, unshownEventColumns);
  const names = ['author_id', 'date_at', 'date_floats', 'start_at', 'end_at', 'venue_ids', 'password_hash'];
  assert.deepEqual(
    names.map(column => told.get(column)),
    ['author', 'date', 'date', 'start_date', 'end_date', 'venue', 'password'],
  );
  for (const column of ['modified_at', 'status_before_trash', 'timezone_abbr', 'search_text', 'id'])
    assert.equal(told.get(column), undefined, column);
});

it('a parameter that the original interface lacks is named among the additions of the documentation', () => {
  const text = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');
  for (const [name, { additional }] of Object.entries<Argument>({ ...eventFields, ...eventFilters }))
    assert.ok(additional === undefined || text.includes(`\`${name}\``), name);
});
