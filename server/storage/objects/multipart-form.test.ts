import { describe, expect, test } from "vitest";
import { readForm } from "./multipart-form.ts";

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += length) yield bytes.subarray(start, start + length);
}

async function read(body: BodyInit, length: number, type?: string) {
  const response = new Response(body);
  const contentType = type ?? response.headers.get("content-type") ?? "";
  const form = await readForm(contentType, inPieces(new Uint8Array(await response.arrayBuffer()), length));
  const chunks: Uint8Array[] = [];
  for await (const chunk of form.file?.bytes ?? []) chunks.push(chunk);
  return { fields: Object.fromEntries(form.fields), type: form.file?.type, bytes: Buffer.concat(chunks) };
}

/** In a browser's form, with a file that contains everything that resembles a boundary. */
function written(content: Buffer): FormData {
  const form = new FormData();
  form.append("cacheControl", "3600");
  form.append("metadata", '{"naïve":"\r\n--"}');
  form.append("", new File([new Uint8Array(content)], 'a "b".png', { type: "image/png" }));
  return form;
}

describe("a form", () => {
  const content = Buffer.concat([
    Buffer.from("\r\n--\r\n\r\n----"),
    Buffer.alloc(5000, "\r\n-"),
    Buffer.from("\r"),
  ]);

  test.each([1, 2, 3, 7, 64, 1000, 100_000])("is parsed from chunks of %i bytes", async (length) => {
    expect(await read(written(content), length)).toEqual({
      fields: { cacheControl: "3600", metadata: '{"naïve":"\r\n--"}' },
      type: "image/png",
      bytes: content,
    });
  });

  test("may have an empty file, or none", async () => {
    expect((await read(written(Buffer.alloc(0)), 10)).bytes).toEqual(Buffer.alloc(0));
    const form = new FormData();
    form.append("cacheControl", "3600");
    expect(await read(form, 10)).toEqual({
      fields: { cacheControl: "3600" },
      type: undefined,
      bytes: Buffer.alloc(0),
    });
  });

  test("buffers only one chunk of its file", async () => {
    const form = new Response(written(Buffer.alloc(10_000_000)));
    const bytes = new Uint8Array(await form.arrayBuffer());
    const { file } = await readForm(form.headers.get("content-type") ?? "", inPieces(bytes, 65_536));
    for await (const chunk of file?.bytes ?? []) expect(chunk.byteLength).toBeLessThan(2 * 65_536);
  });

  test.each([
    ["without a boundary", "x", "multipart/form-data"],
    ["of another boundary", "--y\r\n\r\n", "multipart/form-data; boundary=x"],
    [
      "that is cut short",
      '--x\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
      undefined,
    ],
    ["with endless headers", `--x\r\n${"a: b\r\n".repeat(5000)}`, undefined],
    [
      "with an endless field",
      `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${"b".repeat(300_000)}\r\n--x--`,
      undefined,
    ],
    ["that is empty", "", undefined],
  ])("%s is refused", async (_what, body, type = "multipart/form-data; boundary=x") => {
    await expect(read(body, 1000, type)).rejects.toThrow("The form cannot be read");
  });
});
