/** What a check has found. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'problem';
  /** What is so. */
  readonly what: string;
  /** What to do. */
  readonly remedy?: string;
}

export const ok = (what: string): Finding => ({ status: 'ok', what });
export const warning = (what: string, remedy: string): Finding => ({ status: 'warning', what, remedy });
export const problem = (what: string, remedy: string): Finding => ({ status: 'problem', what, remedy });

/** The code of an error of the system, such as `EACCES`, or else its message. */
export const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
};
