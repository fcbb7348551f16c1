/** The texts of a term that have translations: their columns, by the names of their members. */
export const translatedColumns = { name: 'name', description: 'description', slug: 'slug' } as const;
