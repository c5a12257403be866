/** Streams a request's body up to `most` bytes. Null if it declares a greater length. */
export function limitBody(
  { headers, body }: Request,
  most: number,
): { stream: ReadableStream<Uint8Array> | null; exceeded: Promise<void> } | null {
  let tell = () => {};
  const exceeded = new Promise<void>((resolve) => {
    tell = resolve;
  });
  if (!body) return { stream: null, exceeded };
  if (Number(headers.get("content-length")) > most) return null;
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size <= most) return controller.enqueue(chunk);
      controller.error(new Error("The request body is too large."));
      tell();
    },
  });
  return { stream: body.pipeThrough(count), exceeded };
}
