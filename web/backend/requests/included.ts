/** The smallest number of an answer that the page has: see public.changed_since() in the database. */
let oldest: number | null = null;

/** Notes which changes an answer of the data API includes. Another backend than the club's own host does not say so. */
export function noteIncluded(answer: Response): void {
  const number = Number(answer.headers.get("x-included") ?? Number.NaN);
  if (Number.isSafeInteger(number)) oldest = Math.min(oldest ?? number, number);
}

/** What all answers of the page include: every transaction before this number; null if that is not known. */
export function includedByAll(): number | null {
  return oldest;
}

/** Call when the page has every change before this number. */
export function caughtUpTo(number: number): void {
  oldest = number;
}
