import { listPasswords } from '../users/store.ts';
import { answer, type Command, epochSeconds, JSON_OPTION, onlyArgument } from './command.ts';
import { forAccount, iso, isoOrNull } from './for-account.ts';

export const listPasswordsCommand: Command = {
  usage: 'LOGIN',
  meaning: 'List an account’s application passwords with their last use. The secrets are not stored.',
  options: JSON_OPTION,
  run: called =>
    forAccount(called, onlyArgument(called, 'LOGIN'), async (db, user) => {
      const listed = await listPasswords(db, user.id);
      const shown = listed.map(listing);
      return answer(called, shown, [HEADINGS, ...shown.map(listed => cellsOf(listed, epochSeconds()))]);
    }),
};

const HEADINGS = ['id', 'name', 'scope', 'created', 'expires', 'last used', 'from'];

type Listed = Awaited<ReturnType<typeof listPasswords>>[number];

const listing = ({ id, name, scope, replaced_by, ...password }: Listed) => ({
  ...{ id, name, scope, created: iso(password.created_at), expires: isoOrNull(password.expires_at) },
  ...{ last_used: isoOrNull(password.last_used_at), last_used_from: password.last_used_from },
  replaced_by,
});

function cellsOf(listed: ReturnType<typeof listing>, now: number): string[] {
  const { expires, replaced_by } = listed;
  const remarks = [
    ...(expires !== null && expires <= iso(now) ? ['expired'] : []),
    ...(replaced_by === null ? [] : [`replaced by ${replaced_by}`]),
  ];
  return [
    ...[String(listed.id), listed.name, listed.scope, listed.created],
    `${expires ?? 'never'}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`,
    ...[listed.last_used ?? 'never', listed.last_used_from ?? ''],
  ];
}
