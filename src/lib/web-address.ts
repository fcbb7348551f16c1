/** Whether a link may lead there: nothing but the web is safe to open. */
export const isWebAddress = (address: string): boolean => /^https?:\/\//i.test(address);
