/** So much work waits already that no more of it is taken: the same work may be done a moment later. */
export class Overloaded extends Error {
  override name = 'Overloaded';
  readonly code = 'overloaded';

  constructor(options?: ErrorOptions) {
    super('too much work waits already', options);
  }
}
