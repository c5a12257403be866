import { describe, expect, it } from "vitest";
import { messageIn } from "./message.ts";

describe("a push message", () => {
  it("is shown as the club wrote it", () => {
    const message = { title: "Two picks missing", body: "Kick-off 15:00", url: "/matches", tag: "reminder" };
    expect(messageIn(JSON.stringify(message))).toEqual(message);
  });

  it("leads to this site alone", () => {
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
    "that says nothing (%s) still has a title",
    (text) =>
      expect(messageIn(text)).toEqual({
        title: "New message from your club",
        body: "",
        url: "/",
        tag: undefined,
      }),
  );
});
