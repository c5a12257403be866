import { expect, it } from "vitest";
import { blocksOf } from "./written-blocks.ts";

it("reads headings, paragraphs and lists", () => {
  expect(
    blocksOf("# Terms\n\nBe fair.\nBe quick.\n\n## Prizes\n- First\n* Second\n\n3. Third\n4) Fourth"),
  ).toEqual([
    { kind: "heading", level: 2, text: "Terms" },
    { kind: "paragraph", text: "Be fair.\nBe quick." },
    { kind: "heading", level: 3, text: "Prizes" },
    { kind: "list", items: ["First", "Second"] },
    { kind: "numbers", first: 3, items: ["Third", "Fourth"] },
  ]);
});

it("ends a paragraph at a list or a heading, also without an empty line", () => {
  expect(blocksOf("Prizes:\n- First\nAfterwards\n# More").map(({ kind }) => kind)).toEqual([
    "paragraph",
    "list",
    "paragraph",
    "heading",
  ]);
});

it("keeps everything else as text: HTML, links, a deeper heading and marks without a space", () => {
  for (const text of [
    "<b>bold</b>",
    "[here](javascript:alert(1))",
    "### Third",
    "#tag",
    "-5 points",
    "2026.",
  ])
    expect(blocksOf(text)).toEqual([{ kind: "paragraph", text }]);
});

it("has no blocks for an empty text", () => {
  expect(blocksOf(" \r\n\n\t")).toEqual([]);
});
