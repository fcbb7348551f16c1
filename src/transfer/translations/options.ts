/** A second site, whose records are translations of those of a first one. */
export interface TranslationOptions {
  /** The first site, as `firstBases` reads it. */
  readonly of: string;
  /** Only report the pairs. */
  readonly dryRun: boolean;
  /** Import events without a counterpart as events of their own. */
  readonly importsUnpaired: boolean;
}
