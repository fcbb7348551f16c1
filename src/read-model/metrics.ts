import { cacheBytes, indexEvents, indexPending, indexReady } from '../observability/measures.ts';
import type { ReadModel } from './read-model.ts';

/** Connects the metrics of caches and the event index to the read model. */
export function watchMemory(readModel: () => ReadModel | undefined): void {
  const index = () => readModel()?.index;
  indexEvents.read = () => index()?.size;
  indexPending.read = () => index()?.pending;
  indexReady.of('events').read = () => Number(index() !== undefined);
  indexReady.of('words').read = () => Number(index()?.hasWords === true);
  cacheBytes.of('parts').read = () => readModel()?.parts.bytes;
}
