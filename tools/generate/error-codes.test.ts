import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { messageFor } from "../../web/backend/connection/error-messages.ts";
import { ERROR_CODES, functionsByCode } from "./error-codes.ts";

describe("the list of error codes", () => {
  it("has every code that the schemas raise, and no other", () => {
    expect(Object.keys(ERROR_CODES).sort()).toEqual([...functionsByCode().keys()].sort());
  });

  it("has every code of web/backend/connection/error-messages.ts", () => {
    const known =
      readFileSync("web/backend/connection/error-messages.ts", "utf8").match(/\bSL\d{3}\b/g) ?? [];
    expect(known.filter((code) => !(code in ERROR_CODES))).toEqual([]);
  });

  it.each(Object.entries(ERROR_CODES))("has the message that the screen shows for %s", (code, { screen }) => {
    if (screen) expect(readFileSync(screen.file, "utf8")).toContain(screen.text);
    // Without a message for the code the screen would show the one for an unknown error.
    else if (screen === undefined)
      expect(messageFor({ code, message: "" })).not.toBe(messageFor({ code: "SL999", message: "" }));
  });
});
