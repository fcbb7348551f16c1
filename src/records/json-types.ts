/** Schemas of members that many records have. */
export const TEXT = { type: 'string' };
export const FLAG = { type: 'boolean' };
export const DATE = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d$' };
