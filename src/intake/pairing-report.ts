import type { VersionedType } from '../db/tables.ts';

/** A record of the first site, as it is here. */
export interface HereRemark {
  readonly type: VersionedType;
  readonly id: number;
  readonly title: string;
  /** The start of an event, in epoch seconds. */
  readonly start?: number | undefined;
}

/** A record of the second site. */
export interface ThereRemark {
  readonly type: VersionedType;
  /** Its identity at its source. */
  readonly source: string;
  readonly title: string;
  readonly start?: number | undefined;
}

/** Which records of a site are translations of which ones here. */
export interface PairingReport {
  /** Whether events without a counterpart were imported as events of their own. */
  readonly importsUnpaired: boolean;
  readonly language: string;
  /** What they have in common, or how else they are known to be the same. */
  readonly pairs: readonly (ThereRemark & { readonly of: HereRemark; readonly by: readonly string[] })[];
  /** Records that could be translations of several ones here equally well. */
  readonly ambiguous: readonly (ThereRemark & { readonly candidates: readonly HereRemark[] })[];
  /** Records of the second site without a counterpart here. */
  readonly unpaired: readonly ThereRemark[];
  /** Records here without a counterpart there, and without a translation. */
  readonly untranslated: readonly HereRemark[];
  /** How many events of the second site are further dates of series that are paired. */
  readonly furtherDates: number;
  /** How many events of the second site are those of the first. */
  readonly listedUntranslated: number;
  /** How many events of the second site say to be in another language. */
  readonly inOtherLanguages: number;
}
