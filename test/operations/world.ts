import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Accounts, Service } from '../service.ts';
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

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

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

/** Serves a PNG of one pixel at any address that ends in `.png`; resolves to the address of the server. */
export async function servePictures(): Promise<string> {
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('.png')) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'image/png', 'content-length': PIXEL.length })
      .end(PIXEL);
  });
  server.unref();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
