/** Runs a command. An expected failure is one line on standard error and exit code 1; any other error is thrown. */
export async function runCommand(
  main: () => Promise<void>,
  ...expected: readonly (abstract new (
    ...args: never[]
  ) => Error)[]
): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof Error && expected.some((kind) => error instanceof kind))) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
