/** A text in simple notation: `# ` and `## ` begin headings, `- ` and `1. ` items of lists, and empty lines end paragraphs. */
export type Block =
  | { kind: "heading"; level: 2 | 3; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "numbers"; first: number; items: string[] };

const HEADING = /^(#{1,2})\s+(.*)$/;
const ITEM = /^[-*•]\s+(.*)$/;
const NUMBER = /^(\d{1,3})[.)]\s+(.*)$/;

/** The blocks of a text. Everything else in it, such as HTML, is text. */
export function blocksOf(written: string): Block[] {
  const blocks: Block[] = [];
  /** The block to which the next line can belong. */
  let open: Block | null = null;
  const add = (block: Block) => {
    blocks.push(block);
    open = block;
  };
  for (const line of written.split(/\r\n?|\n/).map((each) => each.trim())) {
    const before = open as Block | null;
    const [, marks, heading] = HEADING.exec(line) ?? [];
    const [, item] = ITEM.exec(line) ?? [];
    const [, number, numbered] = NUMBER.exec(line) ?? [];
    if (line === "") open = null;
    else if (marks !== undefined && heading !== undefined) {
      add({ kind: "heading", level: marks === "#" ? 2 : 3, text: heading });
      open = null;
    } else if (item !== undefined) {
      if (before?.kind === "list") before.items.push(item);
      else add({ kind: "list", items: [item] });
    } else if (numbered !== undefined) {
      if (before?.kind === "numbers") before.items.push(numbered);
      else add({ kind: "numbers", first: Number(number), items: [numbered] });
    } else if (before?.kind === "paragraph") before.text += `\n${line}`;
    else add({ kind: "paragraph", text: line });
  }
  return blocks;
}
