/** The texts of an organizer that have translations: their columns, by the names of their members. */
export const translatedColumns = { organizer: 'name', description: 'description', slug: 'slug' } as const;
