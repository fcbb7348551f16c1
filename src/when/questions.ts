type DoubtOfDay = 'half of day' | 'order' | 'weekday' | 'no such date' | 'which day' | 'year' | 'midnight';
type DoubtOfRest = 'several' | 'start' | 'end' | 'length' | 'count' | 'except' | 'repeats' | 'vague' | 'or';

/** Why a phrase needs an answer. */
export type Doubt = DoubtOfDay | DoubtOfRest;

/** Which of two readings was chosen: the first or the second one. */
export type Answers = Readonly<Partial<Record<Doubt, 0 | 1>>>;

/** Stops a reading that may mean two things, or nothing certain. */
export class Doubtful extends Error {
  readonly doubt: Doubt;
  /** Whether an answer tells which of two readings is meant. */
  readonly hasAnswers: boolean;
  constructor(doubt: Doubt, hasAnswers = false) {
    super(doubt);
    this.doubt = doubt;
    this.hasAnswers = hasAnswers;
  }
}
