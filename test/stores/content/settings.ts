import { inTransaction } from '../../../src/db/transaction.ts';
import { writeSettings } from '../../../src/site/settings-store.ts';
import type { Service } from '../../service.ts';

/** A setting that a start was told, one that was changed, and one that was removed. */
export const fillSettings = ({ db }: Service): Promise<void> =>
  inTransaction(db, async db => {
    const now = Math.floor(Date.now() / 1000);
    const told = { via: 'command', command: 'serve', from: 'environment' } as const;
    await writeSettings(db, [{ name: 'TIME_ZONE', value: 'Europe/Madrid' }], {
      actor: told,
      isRemembered: true,
      now,
    });
    for (const value of ['Agenda', 'Agenda de Vic', null]) {
      const command = value === null ? 'settings unset' : 'settings set';
      await writeSettings(db, [{ name: 'SITE_NAME', value }], { actor: { via: 'command', command }, now });
    }
  });
