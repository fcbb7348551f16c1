/** Marks that combine with the letter before them, also those that are letters until they are taken apart. */
const PILE = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * The text in a normal form of Unicode. Of marks piled up on one letter the first thirty stay, as in Unicode's
 * Stream-Safe Text Format: to sort thousands of them takes minutes.
 */
export const normalized = (text: string, form: 'NFC' | 'NFKD'): string =>
  text.replace(PILE, '$1').normalize(form);
