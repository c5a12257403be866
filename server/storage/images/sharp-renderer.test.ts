/** Image transformation with libvips: results, refused files and concurrency. */
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { PNG } from "../../../tests/api/support/storage-samples.ts";
import type { Transformation } from "./image-renderer.ts";
import { createQueue } from "./queue.ts";
import { createSharpRenderer } from "./sharp-renderer.ts";
import { readTransformation, transformationOf, writeTransformation } from "./transformations.ts";

const { signal } = new AbortController();
const renderer = createSharpRenderer((error) => expect.unreachable(String(error)));

function picture(width: number, height: number, background = "#c02040"): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

async function rendered(source: Uint8Array, transformation: Transformation, webp = false) {
  const { type, bytes } = await renderer.render(async () => source, { transformation, webp, signal });
  const { format, width, height, pages = 1 } = await sharp(bytes).metadata();
  return { type, format, width, height, pages, bytes };
}

describe("an image of 400 by 200", () => {
  it.each([
    [{ width: 100 }, 100, 50],
    [{ height: 100 }, 200, 100],
    [{ width: 100, height: 100 }, 100, 100],
    [{ width: 100, height: 100, resize: "contain" }, 100, 50],
    [{ width: 100, height: 100, resize: "fill" }, 100, 100],
    [{ width: 100, resize: "fill" }, 100, 200],
    [{ width: 800 }, 400, 200],
    [{ width: 800, height: 800 }, 400, 200],
    [{ width: 800, height: 800, resize: "fill" }, 200, 200],
    [{}, 400, 200],
  ] as const)("transformed with %j is %d by %d", async (transformation, width, height) => {
    const source = await picture(400, 200).jpeg().toBuffer();
    expect(await rendered(source, transformation)).toMatchObject({ width, height, type: "image/jpeg" });
  });
});

describe("the format", () => {
  it("is WebP if accepted, AVIF on request, otherwise one that every browser shows", async () => {
    const png = await picture(8, 8).png().toBuffer();
    const webp = await picture(8, 8).webp().toBuffer();
    const clear = await picture(8, 8).ensureAlpha(0.5).webp().toBuffer();
    const typeOf = async (...asked: Parameters<typeof rendered>) => (await rendered(...asked)).type;
    expect(await typeOf(png, {}, true)).toBe("image/webp");
    expect(await typeOf(png, {})).toBe("image/png");
    expect(await typeOf(png, { format: "avif" })).toBe("image/avif");
    expect(await typeOf(webp, {})).toBe("image/jpeg");
    expect(await typeOf(clear, {})).toBe("image/png");
    expect(await typeOf(webp, { format: "origin" })).toBe("image/webp");
  });
  it("keeps animations if the format supports them", async () => {
    const frames = await Promise.all(
      ["red", "blue"].map((colour) => picture(40, 20, colour).png().toBuffer()),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await rendered(gif, { width: 20, height: 20 })).toMatchObject({ type: "image/gif", pages: 2 });
    expect(await rendered(gif, { width: 20 }, true)).toMatchObject({ type: "image/webp", pages: 2 });
    expect(await rendered(gif, { format: "avif" })).toMatchObject({ type: "image/avif", pages: 1 });
  });
  it("makes the file smaller with a lower quality", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const source = await sharp({
      create: { width: 200, height: 200, channels: 3, background: "grey", noise },
    })
      .jpeg()
      .toBuffer();
    const size = async (quality: number) => (await rendered(source, { quality })).bytes.byteLength;
    expect(await size(20)).toBeLessThan((await size(90)) / 2);
  });
});

it("rotates a photograph upright and removes its location", async () => {
  const source = await picture(40, 20)
    .jpeg()
    .withExif({ IFD0: { Artist: "secret" } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const { bytes, width, height } = await rendered(source, {});
  expect([width, height]).toEqual([20, 40]);
  expect((await sharp(bytes).metadata()).exif).toBeUndefined();
});

// imgproxy/imgproxy, vips/vips.c (vips_pngload_go): libvips's default, which reads a file whose last pixels are missing.
it.each([
  ["1 pixel", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII="],
  [
    "4 pixels",
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFElEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC",
  ],
])("accepts a small PNG of %s that browsers show", async (_size, base64) => {
  const source = Buffer.from(base64, "base64");
  for (const format of [undefined, "webp", "avif"] as const)
    expect(await rendered(source, { width: 20, format })).toMatchObject({ type: `image/${format ?? "png"}` });
});

describe("refuses", () => {
  it.each([
    ["text", Buffer.from("hello")],
    ["nothing", Buffer.alloc(0)],
    ["a vector picture", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["half a picture", PNG.subarray(0, 40)],
    ["a picture's first bytes before a page", Buffer.concat([PNG.subarray(0, 8), Buffer.from("<html>")])],
  ])("%s", async (_what, source) => {
    await expect(rendered(source, { width: 5 })).rejects.toThrow("Invalid source image");
  });
  it("a small file that expands to 60 megapixels", async () => {
    const bomb = blackPng(10_000, 6_000);
    expect(bomb.byteLength).toBeLessThan(20_000);
    await expect(rendered(bomb, { width: 5 })).rejects.toThrow("resolution is too big");
  });
  it("everything if sharp cannot be loaded, and logs that once", async () => {
    const told: unknown[] = [];
    const none = createSharpRenderer(
      (error) => told.push(error),
      () => Promise.reject(new Error("no such platform")),
    );
    const ask = () => none.render(async () => PNG, { transformation: {}, webp: false, signal });
    await expect(ask()).rejects.toThrow("not available");
    await expect(ask()).rejects.toThrow("not available");
    expect(told).toHaveLength(1);
  });
  it("a job whose client has disconnected", async () => {
    const gone = { transformation: {}, webp: false, signal: AbortSignal.abort() };
    const read = () => expect.unreachable("it was read");
    await expect(renderer.render(read, gone)).rejects.toThrow();
  });
});

it("the queue runs jobs in order and refuses those beyond its limit", async () => {
  const inTurn = createQueue(2, 2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const take = (n: number) =>
    inTurn(() => {
      begun.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    });
  const turns = [1, 2, 3, 4].map(take);
  await expect(take(5)).rejects.toThrow("Too many requests");
  expect(begun).toEqual([1, 2]);
  ends[0]?.();
  expect(await turns[0]).toBe(1);
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  for (let n = 1; n < 4; n++)
    await expect
      .poll(() => ends[n])
      .toBeDefined()
      .then(() => ends[n]?.());
  expect(await Promise.all(turns)).toEqual([1, 2, 3, 4]);
  await expect(inTurn(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await inTurn(async () => "after")).toBe("after");
});

it("a transformation parses as it was written", () => {
  const asked = { width: 9000, height: 20, resize: "contain", quality: 30 } as const;
  expect(writeTransformation(asked)).toBe("height:20,width:9000,resize:contain,quality:30");
  expect(readTransformation("height:20,width:9000,resize:contain,quality:30")).toEqual({
    ...asked,
    width: 2500,
  });
  expect(readTransformation("")).toEqual({});
  expect(transformationOf({ width: "0", token: "x" })).toEqual({});
  for (const wrong of [{ width: "-1" }, { height: "1e3" }, { quality: "19" }, { resize: "crop" }])
    expect(() => transformationOf(wrong)).toThrow("querystring/");
});

/** One bit per pixel, all black. */
function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([PNG.subarray(0, 8), chunk("IHDR", header), chunk("IDAT", rows), chunk("IEND")]);
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.byteLength);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
