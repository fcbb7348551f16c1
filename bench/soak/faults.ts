import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { EVENTS } from '../kinds.ts';
import { between, pick } from '../random.ts';
import type { Sent } from './client.ts';
import { expect, type Traffic, type World } from './traffic.ts';

const NOBODYS = JSON.stringify({ title: 'Nobody', start_date: '2031-01-01', end_date: '2031-01-01' });

/** Requests that must be refused, with the expected status. */
const bad: readonly ((world: World) => [asked: Sent, status: number])[] = [
  () => [{ path: `${EVENTS}?page=none` }, 400],
  () => [{ path: `${EVENTS}?start_date=never` }, 400],
  () => [{ path: `${EVENTS}/999999999` }, 404],
  () => [{ path: '/no/such/path' }, 404],
  () => [{ path: '/images/none.png' }, 404],
  () => [{ method: 'POST', path: EVENTS, body: NOBODYS }, 401],
  () => [{ path: EVENTS, headers: { authorization: 'Bearer nobody' } }, 401],
  ({ set }) => [
    { method: 'POST', path: EVENTS, headers: { authorization: set.editor }, body: '{"title"' },
    400,
  ],
  ({ set }) => [
    {
      method: 'POST',
      path: EVENTS,
      headers: { authorization: set.editor },
      body: '{"title":"Without dates"}',
    },
    400,
  ],
  ({ set }) => [
    {
      ...{ method: 'POST', path: '/images', body: Buffer.from('no picture') },
      headers: { authorization: set.editor, 'content-type': 'image/png' },
    },
    400,
  ],
];

/** How clients give up an open connection. */
const givenUp: readonly ((socket: Socket, world: World) => Promise<unknown> | undefined)[] = [
  // Before the response arrives.
  (socket, { lists }) => void socket.write(get(lists())),
  // In the middle of the response.
  socket => {
    socket.write(get(`${EVENTS}?per_page=50`));
    return once(socket, 'data');
  },
  // In the middle of the headers, and of the body.
  (socket, { draw }) => {
    socket.write(`GET ${EVENTS} HTTP/1.1\r\nHost: a.t`);
    return setTimeout(between(draw, 1, 2000));
  },
  (socket, { draw, set }) => {
    const head = `POST /images HTTP/1.1\r\nHost: a.test\r\nAuthorization: ${set.editor}\r\n`;
    socket.write(`${head}Content-Type: image/png\r\nContent-Length: 100000\r\n\r\nnot all`);
    return setTimeout(between(draw, 1, 500));
  },
  // With several requests under way, with none, and with bytes that are not HTTP.
  (socket, { lists }) => void socket.write(get(lists()).repeat(5)),
  () => setTimeout(100),
  socket => {
    socket.write('\x16\x03\x01 no HTTP\r\n\r\n');
    return once(socket, 'data');
  },
];

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a.test\r\n\r\n`;

/** Faulty traffic, at the port of the service. */
export const faults = (port: number): readonly Traffic[] => [
  {
    ...{ group: 'fault', share: 2 },
    async run(ask, world) {
      const [asked, status] = pick(world.draw, bad)(world);
      await expect(ask, asked, status);
    },
  },
  {
    ...{ group: 'fault', share: 2 },
    async run(_ask, world) {
      const socket = connect(port, '127.0.0.1');
      // The service may close the connection first.
      socket.on('error', () => {});
      await once(socket, 'connect');
      await pick(world.draw, givenUp)(socket, world)?.catch(() => {});
      const closed = once(socket, 'close');
      // Half of them reset the connection, the other half close it.
      if (world.draw() < 0.5) socket.resetAndDestroy();
      else socket.destroy();
      await closed;
    },
  },
];
