import { eventOf } from '../../client.ts';
import type { Service } from '../../service.ts';
import type { Images } from './places.ts';
import { writer } from './writer.ts';

export async function fillDeleted(service: Service, { former }: Images): Promise<void> {
  const done = writer(service);
  const { site } = service;
  const trash = `${site}/cal/trash/v1`;
  const thrown = await done('POST /events', eventOf('A la paperera', { venue: 'Sala Gran', tags: ['nit'] }));
  await done(`DELETE /events/${thrown.id}`);
  for (const [kind, name] of [
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ]) {
    const { id } = await done(`POST /${kind}`, { [name!]: 'A la paperera' });
    await done('POST /events', eventOf(`Sense ${name}`, { [name!]: id }));
    await done(`DELETE /${kind}/${id}`);
  }
  const deleted = await done(
    'POST /events',
    eventOf('Esborrat del tot', { image: former.id, description: 'Ningú no el veu.' }),
  );
  await done(`DELETE /events/${deleted.id}`);
  await done(`DELETE ${trash}/${deleted.id}`);
  const restored = await done('POST /events', eventOf('Restaurat'));
  await done(`DELETE /events/${restored.id}`);
  await done(`POST ${trash}/${restored.id}/restore`);
  const tag = await done('POST /tags', { name: 'efímer' });
  await done(`DELETE /tags/${tag.id}`);
}
