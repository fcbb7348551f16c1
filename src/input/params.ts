/** The parameters of a request, as they were sent. */
export interface Params extends ReadonlyMap<string, unknown> {
  /** The names of members of the body that were not asked for. */
  readonly others: readonly string[];
}

export class SentParams extends Map<string, unknown> implements Params {
  readonly others: readonly string[];

  constructor(entries: Iterable<readonly [string, unknown]>, others: readonly string[]) {
    super(entries);
    this.others = others;
  }
}

/** The parameters with this one. */
export const withParam = (params: Params, name: string, value: unknown): Params =>
  withParams(params, [[name, value]]);

/** The parameters with these, of which the last of equal names counts. */
export const withParams = (params: Params, added: Iterable<readonly [string, unknown]>): Params =>
  new SentParams([...params, ...added], params.others);

/** The parameters without some of them. */
export const withoutParams = (params: Params, names: ReadonlySet<string>): Params =>
  new SentParams(
    [...params].filter(([name]) => !names.has(name)),
    params.others,
  );
