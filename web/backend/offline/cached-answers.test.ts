import { describe, expect, it } from "vitest";
import { RequestError } from "../connection/response.ts";
import { isUnanswered } from "./cached-answers.ts";

const refusal = (status: number, message = "") => new RequestError(message, "", status);

describe("isUnanswered", () => {
  it("is true for network and proxy failures, and false for refusals, server errors and programming errors", () => {
    expect(isUnanswered(refusal(0, "TypeError: Failed to fetch"))).toBe(true);
    expect(isUnanswered(new TypeError("Failed to fetch"))).toBe(true);
    expect(isUnanswered(refusal(502))).toBe(true);
    expect(isUnanswered(refusal(500))).toBe(false);
    expect(isUnanswered(refusal(403))).toBe(false);
    expect(isUnanswered(new TypeError("Cannot read properties of null"))).toBe(false);
    expect(isUnanswered(null)).toBe(false);
  });
});
