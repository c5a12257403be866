import { describe, expect, it } from "vitest";
import { messageIn } from "./message.ts";

describe("messageIn", () => {
  it("reads the club's message", () => {
    const message = { title: "Two picks missing", body: "Kick-off 15:00", url: "/matches", tag: "reminder" };
    expect(messageIn(JSON.stringify(message))).toEqual(message);
  });

  it("replaces the URL of another site by Home", () => {
    for (const url of [
      "https://evil.example/",
      "//evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
      7,
    ])
      expect(messageIn(JSON.stringify({ title: "x", url })).url).toBe("/");
  });

  it.each(["", "not json", "[]", "null", '{"title":""}'])(
    "returns a title for the unreadable message %j",
    (text) =>
      expect(messageIn(text)).toEqual({
        title: "New message from your club",
        body: "",
        url: "/",
        tag: undefined,
      }),
  );
});
