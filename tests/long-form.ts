/** `npm run test:long` runs some tests with more players or servers than `npm test`; both forms fail for the same fault. */
export const isLong = process.env.TEST_FORM === "long";

/** The value of the form that runs. */
export function sized<T>({ short, long }: { short: T; long: T }): T {
  return isLong ? long : short;
}
