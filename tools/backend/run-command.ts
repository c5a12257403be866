import { outsideFailure } from "../../server/outside-failure.ts";

/** Runs a command. An expected failure, or one that the owner can mend, is one line on standard error and exit code 1; any other error is thrown. */
export async function runCommand(
  main: () => Promise<void>,
  ...expected: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): Promise<void> {
  try {
    await main();
  } catch (error) {
    const isExpected = error instanceof Error && expected.some((kind) => error instanceof kind);
    const message = isExpected ? error.message : outsideFailure(error);
    if (message === null) throw error;
    console.error(message);
    process.exitCode = 1;
  }
}
