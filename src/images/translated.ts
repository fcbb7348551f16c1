/** The texts of an image that have translations: their columns, by the names of their members. */
export const translatedColumns = { alt_text: 'alt_text' } as const;
