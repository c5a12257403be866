/** Rules without I/O: names, types, limits, ranges and preconditions. */
import { describe, expect, it } from "vitest";
import { parseRange } from "./byte-ranges.ts";
import { contentMatchesType, detectImage, isTypePattern, matchesType } from "./media-types.ts";
import { bucketName, objectName } from "./names.ts";
import { evaluatePreconditions, rangeApplies } from "./preconditions.ts";
import { bucketSizeLimit, checkType, sizeLimit } from "./upload-limits.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const PNG = bytes("\x89PNG\r\n\x1a\n....IHDR");
const JPEG = bytes("\xff\xd8\xff\xe0..JFIF..");
const WEBP = bytes("RIFF....WEBPVP8 ");

describe("names", () => {
  it.each(["a", "news/1700000000000.png", "a b/(c)/d'e!.txt", "x".repeat(1024), "..."])(
    "%s is allowed",
    (name) => {
      expect(objectName(name)).toBe(name);
    },
  );
  it.each(["", "/", "a/", "/a", "a//b", "./a", "a/..", "a\\b", "a\0", "a%2fb", "ä", "x".repeat(1025), "a\n"])(
    "%j is refused",
    (name) => expect(() => objectName(name)).toThrow("Invalid key"),
  );
  it("of a bucket has no slash and at most 63 characters", () => {
    expect(bucketName("x".repeat(63))).toHaveLength(63);
    for (const name of ["x".repeat(64), "a/b", "", ".", "..", "a "]) expect(() => bucketName(name)).toThrow();
  });
});

describe("types", () => {
  it("match exactly or by family and ignore parameters", () => {
    expect(matchesType("Image/PNG; x=1", "image/png")).toBe(true);
    expect(matchesType("image/png", "image/*")).toBe(true);
    expect(matchesType("imagex/png", "image/*")).toBe(false);
    expect(matchesType("image/svg+xml", "image/png")).toBe(false);
    expect(["*", "image/*", "image/svg+xml"].every(isTypePattern)).toBe(true);
    expect(["", "image", "*/png", "a/b/c", "a b/c"].some(isTypePattern)).toBe(false);
  });
  it("of an image is detected from its first bytes", () => {
    expect([PNG, JPEG, WEBP, bytes("GIF89a"), bytes("<svg")].map(detectImage)).toEqual([
      "image/png",
      "image/jpeg",
      "image/webp",
      "image/gif",
      null,
    ]);
  });
  it("of an image must match the content; other types are not checked", () => {
    expect(contentMatchesType("image/png", PNG)).toBe(true);
    expect(contentMatchesType("image/png", JPEG)).toBe(true);
    expect(contentMatchesType("image/png", bytes("GIF89a"))).toBe(false);
    expect(contentMatchesType("image/png", bytes("<svg"))).toBe(false);
    expect(contentMatchesType("image/gif", PNG)).toBe(false);
    expect(contentMatchesType("text/plain", bytes("<svg"))).toBe(true);
  });
});

describe("limits", () => {
  const bucket = { id: "b", public: true, file_size_limit: 100, allowed_mime_types: ["image/*"] };
  it("the lower one of bucket and host applies", () => {
    expect([sizeLimit(bucket, 50), sizeLimit(bucket, 500)]).toEqual([50, 100]);
    expect(sizeLimit({ ...bucket, file_size_limit: null }, 500)).toBe(500);
  });
  it("are given in bytes or units, up to the host's limit", () => {
    const read = (given: number | string | null) => bucketSizeLimit(given, 5_000_000);
    expect([read("5MB"), read("1.5kb"), read("7"), read(9), read(0), read(null)]).toEqual([
      5_000_000,
      1500,
      7,
      9,
      null,
      null,
    ]);
    expect(() => read("5 apples")).toThrow("Invalid file size format");
    expect(() => read("6mb")).toThrow("maximum allowed size");
  });
  it("refuse an unlisted type; an empty list allows all", () => {
    expect(() => checkType(bucket, "text/html")).toThrow("mime type text/html is not supported");
    expect(() => checkType({ ...bucket, allowed_mime_types: [] }, "text/html")).not.toThrow();
  });
});

describe("ranges", () => {
  it.each([
    [undefined, "whole"],
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=9-20", { start: 9, end: 9 }],
    ["bytes=-4", { start: 6, end: 9 }],
    ["bytes=-40", { start: 0, end: 9 }],
    ["bytes=10-", "none"],
    ["bytes=-0", "none"],
    ["bytes=5-4", "whole"],
    ["bytes=-", "whole"],
    ["bytes=0-1,3-4", "whole"],
    ["lines=0-1", "whole"],
  ])("%s of ten bytes", (header, expected) => {
    expect(parseRange(header, 10)).toEqual(expected);
  });
});

describe("preconditions", () => {
  const current = { etag: '"a"', lastModified: new Date("2026-01-02T03:04:05.678Z") };
  const [before, same] = ["Fri, 02 Jan 2026 03:04:04 GMT", "Fri, 02 Jan 2026 03:04:05 GMT"];
  const decide = (headers: Record<string, string>) => evaluatePreconditions(new Headers(headers), current);
  it.each([
    [{}, null],
    [{ "if-none-match": '"b", "a"' }, 304],
    [{ "if-none-match": 'W/"a"' }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"b"', "if-modified-since": same }, null],
    [{ "if-modified-since": same }, 304],
    [{ "if-modified-since": before }, null],
    [{ "if-modified-since": "nonsense" }, null],
    [{ "if-match": '"b"' }, 412],
    [{ "if-match": 'W/"a"' }, 412],
    [{ "if-match": '"a"', "if-unmodified-since": before }, null],
    [{ "if-unmodified-since": before }, 412],
    [{ "if-unmodified-since": same }, null],
    [{ "if-match": '"b"', "if-none-match": '"a"' }, 412],
  ])("%j", (headers, expected) => {
    expect(decide(headers as unknown as Record<string, string>)).toBe(expected);
  });
  it("If-Range applies only to the current representation", () => {
    const counts = (value: string) => rangeApplies(new Headers({ "if-range": value }), current);
    expect([counts('"a"'), counts(same), counts('"b"'), counts(before)]).toEqual([true, true, false, false]);
  });
});
