import type { Accounts } from '../account.ts';
import type { Service } from '../service.ts';
import { type Ask, at, clientOf, type Members } from './client.ts';

export interface World {
  ask: Ask;
  accounts: Accounts;
  /** Two of each, to change a record from one to the other. */
  pictures: [Picture, Picture];
  categories: [number, number];
  tags: [number, number];
  venues: [number, number];
  organizers: [number, number];
  /** A number that is no record's id, different at each call. */
  unknown: number;
  unique(): number;
}

interface Picture {
  id: number;
  url: string;
}

/** The accounts, images, terms and places that fields refer to. */
export async function createWorld(service: Service, pictures: string): Promise<World> {
  const ask = clientOf(service);
  const make = async (path: string, json: Members): Promise<Members> => {
    const { status, body } = await ask({ method: 'POST', path, json, as: 'administrator' });
    if (status !== 201) throw new Error(`${path} answered ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const two = async (path: string, name: string): Promise<[number, number]> => [
    Number((await make(path, { [name]: `First of ${path}` })).id),
    Number((await make(path, { [name]: `Second of ${path}` })).id),
  ];
  const picture = async (url: string): Promise<Picture> => ({
    id: Number(at(await make('/venues', { venue: url, image: url }), 'image.id')),
    url,
  });
  let last = 0;
  return {
    ask,
    accounts: service.accounts,
    pictures: [await picture(`${pictures}/one.png`), await picture(`${pictures}/two.png`)],
    categories: await two('/categories', 'name'),
    tags: await two('/tags', 'name'),
    venues: await two('/venues', 'venue'),
    organizers: await two('/organizers', 'organizer'),
    unknown: 999_999,
    unique: () => ++last,
  };
}
