import { describe, expect, it } from "vitest";
import { fieldsOf, problemWith, problemWithContents, problemWithPicture, wordsIn } from "./news-rules.ts";

const words = (count: number) => Array.from({ length: count }, () => "word").join(" \n ");
const fields = (content: string, title = "Title") => ({ ...fieldsOf(null), title, content });

describe("news", () => {
  it("counts words separated by whitespace", () => {
    expect(wordsIn("  one\ttwo \n three ")).toBe(3);
    expect(wordsIn(" \n ")).toBe(0);
  });

  it("accepts at most 100 words", () => {
    expect(problemWith(fields(words(100)))).toBeNull();
    expect(problemWith(fields(words(101)))).toBe("Content must be 100 words or less");
  });

  it("requires a title and content", () => {
    expect(problemWith(fields("Words", "  "))).toBe("Please fill in both title and content");
    expect(problemWith(fields("  "))).toBe("Please fill in both title and content");
  });
});

describe("problemWithPicture", () => {
  const limit = 5 * 1024 * 1024;
  it.each([
    ["text/plain", 10, "Please select an image file"],
    ["image/svg+xml", 10, "Please select a JPG, PNG or WebP image"],
    ["image/png", limit - 1, null],
    ["image/png", limit, "Image must be less than 5MB"],
  ])("for type %s with %i bytes is %s", (type, size, problem) => {
    expect(problemWithPicture({ type, size })).toBe(problem);
  });
});

describe("problemWithContents", () => {
  const problem = (...bytes: (string | number[])[]) =>
    problemWithContents(
      new Blob(bytes.map((part) => (typeof part === "string" ? part : new Uint8Array(part)))),
    );

  it("accepts what begins like a JPG, a PNG or a WebP file", async () => {
    expect(await problem([0xff, 0xd8, 0xff, 0xe0], "JFIF")).toBeNull();
    expect(await problem([0x89], "PNG\r\n", [0x1a], "\n")).toBeNull();
    expect(await problem("RIFF", [0x0a, 0, 0xff, 1], "WEBPVP8 ")).toBeNull();
  });

  it("refuses other contents, which storage would refuse", async () => {
    for (const contents of ["", "<svg/>", "GIF89a", "RIFFabcdWAVE"])
      expect(await problem(contents)).toMatch(/^This file is not a JPG, PNG or WebP picture/);
  });
});
