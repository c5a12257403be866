/** What the tests of storage send, and how its refusals are told apart. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
export const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** The parts of an answer's error that the client passes on. */
export function refusal(answer: { error: unknown }) {
  const { statusCode, status, message } = (answer.error ?? {}) as Record<string, unknown>;
  return { statusCode, status, message };
}
