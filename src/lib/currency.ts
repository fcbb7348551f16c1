/** Whether a text is a code of ISO 4217, in capitals: `EUR`. */
export const isCurrency = (code: string): boolean => CODES.has(code);

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
