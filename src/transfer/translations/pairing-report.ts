import type { Plan } from '../plan.ts';

/** A record of the first site, as it is here. */
export interface HereRemark {
  readonly type: Plan['type'];
  readonly id: number;
  readonly title: string;
  /** The start of an event, in epoch seconds. */
  readonly start?: number | undefined;
}

/** A record of the second site. */
export interface ThereRemark {
  readonly type: Plan['type'];
  /** Its identity at its source. */
  readonly source: string;
  readonly title: string;
  readonly start?: number | undefined;
}

/** Which records of a site are translations of which ones here. */
export interface PairingReport {
  readonly language: string;
  /** What they have in common, or how else they are known to be the same. */
  readonly pairs: readonly (ThereRemark & { readonly of: HereRemark; readonly by: readonly string[] })[];
  /** Records that could be translations of several ones here equally well. */
  readonly ambiguous: readonly (ThereRemark & { readonly candidates: readonly HereRemark[] })[];
  /** Records of the second site without a counterpart here. */
  readonly unpaired: readonly ThereRemark[];
  /** Records here without a counterpart there, and without a translation. */
  readonly untranslated: readonly HereRemark[];
  /** Events of the second site that say to be in another language. */
  readonly inOtherLanguages: number;
}
