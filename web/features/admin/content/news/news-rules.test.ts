import { describe, expect, it } from "vitest";
import { fieldsOf, problemWith, problemWithPicture, wordsIn } from "./news-rules.ts";

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
