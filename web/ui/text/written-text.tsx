import { type Block, blocksOf } from "./written-blocks.ts";
import "./written-text.css";

/** A text that an organiser has written, with its headings and lists. Headings begin with the second level. */
export function WrittenText({ text }: { text: string }) {
  return (
    <div className="written-text">
      {blocksOf(text).map((block, place) => (
        <BlockOf key={place} block={block} />
      ))}
    </div>
  );
}

function BlockOf({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? <h2>{block.text}</h2> : <h3>{block.text}</h3>;
    case "paragraph":
      return <p>{block.text}</p>;
    case "list":
      return <ul>{itemsOf(block.items)}</ul>;
    case "numbers":
      return <ol start={block.first}>{itemsOf(block.items)}</ol>;
  }
}

function itemsOf(items: readonly string[]) {
  return items.map((item, place) => <li key={place}>{item}</li>);
}
