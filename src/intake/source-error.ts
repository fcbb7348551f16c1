/** A source that cannot be read, or not to its end. The message is for the operator. */
export class SourceError extends Error {
  override name = 'SourceError';
}
