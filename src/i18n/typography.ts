/** What a language writes otherwise than its messages are typed, or than `Intl` does. */
export interface Typography {
  /** The language and region as which `Intl` writes dates; the language by itself if there is none. */
  readonly locale?: string;
  /** A message, which is typed with plain spaces only. */
  text?(typed: string): string;
  /** A date, with or without a time, by `Intl.DateTimeFormat`. */
  date?(text: string): string;
}
