import { RestError } from '../../http/errors.ts';

/** 404 for an id that no event has. */
export const eventNotFound = (id: number): RestError =>
  new RestError(404, 'rest-event-not-found', 'rest-event-not-found', { values: { id } });
