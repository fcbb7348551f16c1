import type { EventRow } from '../db/tables.ts';
import { eventFlags } from './event.ts';

/** All that answers show. */
export const shownColumns = [
  ...(['id', 'author_id', 'status', 'status_before_trash', 'slug', 'description', 'image_id'] as const),
  ...([
    'date_at',
    'date_floats',
    'modified_at',
    'title',
    'excerpt',
    'all_day',
    'start_date',
    'end_date',
  ] as const),
  ...(['start_at', 'end_at', 'timezone', 'timezone_abbr', 'cost', 'website', ...eventFlags] as const),
  'password_hash',
] as const satisfies (keyof EventRow)[];
