import { describe } from 'node:test';
import type { Answer, Members } from './client.ts';
import { events } from './event-fields.ts';
import { operationOf } from './interface.ts';
import { answers, pair, refuses } from './probes.ts';
import type { World } from './world.ts';

/** Tests `password`: an update by id sets it, a read by id sends it, and a deletion ignores it. */
export function passwords(world: World): void {
  const { ask } = world;
  const path = '/events/<id>';
  const read = (id: unknown, query: Members = {}): Promise<Answer> => ask({ path: `/events/${id}`, query });
  const hidden = async (answer: Promise<Answer>): Promise<void> =>
    answers(await answer, 403, { code: 'event-password-protected' });
  const shown = async (answer: Promise<Answer>): Promise<void> =>
    answers(await answer, 200, { description: '<p>Hidden</p>' });
  const protectedEvent = async (): Promise<unknown> => {
    const json = { ...events.least(world.unique()), description: 'Hidden' };
    const { id } = (await ask({ method: 'POST', path: '/events', json, as: 'author' })).body;
    const password = { password: 'obre’t' };
    answers(await ask({ method: 'PATCH', path: `/events/${id}`, json: password, as: 'author' }), 200);
    return id;
  };

  describe('Passwords of events', () => {
    for (const method of ['POST', 'PUT', 'PATCH'] as const)
      pair(operationOf(method, path), 'password', async probe => {
        const { id } = (
          await ask({
            method: 'POST',
            path: '/events',
            json: { ...events.least(world.unique()), description: 'Hidden' },
            as: 'author',
          })
        ).body;
        for (const encoding of ['json', 'form'] as const) {
          const set = (password: unknown): Promise<Answer> =>
            ask({ method, path: `/events/${id}`, [encoding]: { password }, as: 'author' });
          await probe(`${encoding} sets it`, async () => {
            await shown(read(id));
            await shown(set('first'));
            await hidden(read(id));
            await shown(read(id, { password: 'first' }));
          });
          await probe(`${encoding} changes it`, async () => {
            await shown(set('second'));
            await hidden(read(id, { password: 'first' }));
            await shown(read(id, { password: 'second' }));
          });
          await probe(`${encoding} refuses what is no text`, async () => {
            refuses(await set(['third']), ['password']);
            refuses(await set({ a: 'third' }), ['password']);
            await shown(read(id, { password: 'second' }));
          });
          await probe(`${encoding} removes it`, async () => {
            await shown(set(''));
            await shown(read(id));
          });
        }
      });

    pair(operationOf('GET', path), 'password', async probe => {
      const id = await protectedEvent();
      await probe('none', () => hidden(read(id)));
      await probe('a wrong one', () => hidden(read(id, { password: 'obret' })));
      await probe('the right one', () => shown(read(id, { password: 'obre’t' })));
      await probe('an empty one', async () => refuses(await read(id, { password: '' }), ['password']));
      await probe('a list', async () => refuses(await read(id, { password: ['obre’t'] }), ['password']));
      await probe('whoever may edit it needs none', () =>
        shown(ask({ path: `/events/${id}`, as: 'editor' })),
      );
      await probe('whoever may not needs it', () =>
        hidden(ask({ path: `/events/${id}`, as: 'contributor' })),
      );
    });

    pair(operationOf('DELETE', path), 'password', async probe => {
      const remove = (id: unknown, password: unknown, as?: 'editor'): Promise<Answer> =>
        ask({ method: 'DELETE', path: `/events/${id}`, query: { password }, as });
      const id = await protectedEvent();
      await probe('the right one is no right to delete', async () => {
        answers(await remove(id, 'obre’t'), 401, { code: 'rest_forbidden' });
        await shown(read(id, { password: 'obre’t' }));
      });
      await probe('a list', async () => {
        refuses(await remove(id, ['obre’t'], 'editor'), ['password']);
        await shown(read(id, { password: 'obre’t' }));
      });
      for (const password of ['obre’t', 'wrong'])
        await probe(`whoever may delete needs none: ${password}`, async () =>
          answers(await remove(await protectedEvent(), password, 'editor'), 200, { status: 'trash' }),
        );
    });
  });
}
