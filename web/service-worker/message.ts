import * as words from "#words/service-worker";

/** The content of a push message, which the sender writes as JSON. */
export interface Message {
  title: string;
  body: string;
  /** A path of this site. */
  url: string;
  /** A later message with the same tag replaces this one. */
  tag: string | undefined;
}

/** Parses a push message. Never fails, because browsers require that every push message is shown. */
export function messageIn(text: string): Message {
  const value = jsonIn(text);
  return {
    title: textIn(value, "title") ?? words.newMessage,
    body: textIn(value, "body") ?? "",
    url: pathIn(textIn(value, "url")),
    tag: textIn(value, "tag"),
  };
}

/** The path if it is one of this site, otherwise Home. */
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
