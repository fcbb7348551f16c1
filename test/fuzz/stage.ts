import { replacePasswordSalt } from '../../src/users/secrets.ts';
import { type Document, documentsOf } from '../document.ts';
import type { Who } from '../properties/asking.ts';
import { type Service, startService } from '../service.ts';
import type { TestStore } from '../store.ts';
import { signatureOf, type Wire, wireTo } from './wire.ts';

/** A service that requests are sent to, on a store of its own. */
export interface Stage extends AsyncDisposable {
  service: Service;
  wire: Wire;
  documents: readonly Document[];
  /** The Authorization header of a reader. */
  sign(who: Who): string | undefined;
}

export type OpenStore = (folder: string) => Promise<TestStore>;

const SETTINGS = {
  // A low limit makes bodies that are too large small to send.
  MAX_BODY_BYTES: '30000',
  CORS_ORIGINS: 'https://trusted.example.test',
  // The remaining wait would depend on the moment.
  SIGN_IN_FAILURES: '0',
};

/** Starts a service whose accounts have marked texts, too. */
export async function openStage(open?: OpenStore): Promise<Stage> {
  const service = await startService(SETTINGS, open);
  const { db, accounts, site } = service;
  // The same salt, so that two services show the same hashes of the same passwords.
  await replacePasswordSalt(db, 'salt');
  // The identity of a store is in what it shows of series.
  await db
    .insertInto('settings')
    .values({ name: 'store_id', value: 'store' })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value: 'store' }))
    .execute();
  for (const { id } of Object.values(accounts)) {
    const mark = `zqu${id.toString(36).padStart(5, '0')}`;
    await db
      .updateTable('users')
      .set({ email: `${mark}@example.test` })
      .where('id', '=', id)
      .execute();
    const name = `zqu${(id + 1000).toString(36).padStart(5, '0')}`;
    await db.updateTable('app_passwords').set({ name }).where('user_id', '=', id).execute();
  }
  const wire = wireTo(service);
  // As the service wrote it.
  const documents = await documentsOf(site);
  return {
    ...{ service, wire, documents },
    sign: who => signatureOf(who, accounts),
    async [Symbol.asyncDispose]() {
      wire.close();
      await service[Symbol.asyncDispose]();
    },
  };
}
