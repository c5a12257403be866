/** Sample files and error helpers for the storage tests. */
export const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
export const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** The error fields that the client returns. */
export function refusal(answer: { error: unknown }) {
  const { statusCode, status, message } = (answer.error ?? {}) as Record<string, unknown>;
  return { statusCode, status, message };
}
