/** What a push message says, as the club's sender writes it: `{ title, body, url, tag }`. */
export interface Message {
  title: string;
  body: string;
  /** A path of this site. */
  url: string;
  /** A later message with the same tag takes this one's place. */
  tag: string | undefined;
}

/** A browser asks that each push be shown, so what cannot be read is shown too. */
export function messageIn(text: string): Message {
  const value = jsonIn(text);
  return {
    title: textIn(value, "title") ?? "New message from your club",
    body: textIn(value, "body") ?? "",
    url: pathIn(textIn(value, "url")),
    tag: textIn(value, "tag"),
  };
}

/** A path of the site; anything else leads Home. */
export function pathIn(url: unknown): string {
  return typeof url === "string" && /^\/(?![/\\])/.test(url) ? url : "/";
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function textIn(value: unknown, field: string): string | undefined {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
  return typeof found === "string" && found !== "" ? found : undefined;
}
