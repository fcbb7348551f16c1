import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { caller, eventOf } from './client.ts';
import { startService } from './service.ts';

const service = await startService();
after(() => service[Symbol.asyncDispose]());
const { editor } = service.accounts;
const call = caller(service.base);

const kinds = [
  ['venue', '/venues'],
  ['organizer', '/organizers'],
] as const;

for (const [kind, path] of kinds)
  describe(`a ${kind} that is created again`, () => {
    const create = async (fields: object): Promise<number> => {
      const { status, body, text } = await call(`POST ${path}`, { as: editor, json: fields });
      assert.equal(status, 201, text);
      return body.id;
    };
    const room = (name: string, description: string) => ({ [kind]: name, description });

    it('with the same fields in other capitals and accents is the same one', async () => {
      const first = await create(room('Sala Única', 'Música <b>Clàssica</b>'));
      assert.equal(await create(room('SALA ÚNICA', 'MÚSICA <b>CLÀSSICA</b>')), first);
      assert.equal(await create(room('sala unica', 'musica <b>classica</b>')), first);
    });

    it('with another description is another one, also where only the markup differs', async () => {
      const plain = await create(room('Ateneu', 'A room'));
      const linked = await create(room('Ateneu', '<a href="https://a.test/">A room</a>'));
      assert.notEqual(linked, plain);
      assert.equal(await create(room('ATENEU', '<a href="https://a.test/">A ROOM</a>')), linked);
      assert.notEqual(await create(room('Ateneu', '<a href="https://b.test/">A room</a>')), linked);
    });

    it('without a description is the oldest one of its name', async () => {
      const first = await create(room('Casino', 'The first'));
      await create(room('Casino', 'The second'));
      assert.equal(await create({ [kind]: 'CASINO' }), first);
    });

    it('is found by what it says now', async () => {
      const id = await create(room('Former', 'Before'));
      await call(`PATCH ${path}/${id}`, { as: editor, json: room('Current', 'After') });
      assert.equal(await create(room('CURRENT', 'AFTER')), id);
      assert.notEqual(await create(room('Former', 'Before')), id);
    });

    it('with an event is the same one, too', async () => {
      const id = await create(room('Auditori', 'Gran sala'));
      const linked = { [kind]: [room('AUDITORI', 'GRAN SALA')] };
      const { body } = await call('POST /events', { as: editor, json: eventOf('Concert', linked) });
      const shown = [body[kind]].flat();
      assert.deepEqual(
        shown.map((one: { id: number }) => one.id),
        [id],
      );
    });
  });
