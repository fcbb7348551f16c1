/** Thrown when too much work is waiting already. The same work may succeed a moment later. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  readonly code = 'overloaded';

  constructor(options?: ErrorOptions) {
    super('too much work waits already', options);
  }
}
