import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { noteFailure } from "../requests/failed-requests.ts";
import { isTransient, retryDelayMs } from "./error-kinds.ts";
import { messageFor } from "./error-messages.ts";
import { RequestError } from "./response.ts";

const refusal = (code: string, message = "", status = 400) => new RequestError(message, code, status);

beforeEach(() => void vi.stubGlobal("navigator", { onLine: true }));
afterEach(() => void vi.unstubAllGlobals());

describe("messageFor", () => {
  it.each([
    ["Unauthorized", "You are not authorized to perform this action"],
    ['new row violates row-level security policy for table "matches"', "Access denied"],
    ["JWT expired", "Your session has expired. Please log in again."],
    ["boom at 0x0", "An error occurred. Please try again."],
  ])("maps %s to the specified message", (raw, message) => {
    expect(messageFor(new Error(raw))).toBe(message);
  });

  it("says that the device is offline when a part of the page cannot be loaded for that reason", () => {
    const unloaded = new TypeError("Failed to fetch dynamically imported module");
    expect(messageFor(unloaded)).toBe("An error occurred. Please try again.");
    vi.stubGlobal("navigator", { onLine: false });
    expect(messageFor(unloaded)).toBe("This device is offline.");
    expect(messageFor(refusal("", "boom", 400))).toBe("An error occurred. Please try again.");
  });

  it("names the number of a request that has just failed on the server, and of no other", () => {
    const failed = (status: number) =>
      void noteFailure(new Response(null, { status, headers: { "x-request-id": "K7F392QD" } }));
    failed(404);
    expect(messageFor(refusal("", "boom", 500))).not.toContain("organiser");
    failed(500);
    expect(messageFor(refusal("", "boom", 500))).toMatch(/tell the organiser this number: K7F3-92QD\.$/);
    expect(messageFor(refusal("", "boom", 400))).not.toContain("organiser");
  });

  it("has a message for a missing error", () => {
    expect(messageFor(null)).toBe("An unknown error occurred");
  });

  it("maps the database's error codes", () => {
    expect(messageFor(refusal("SL001"))).toContain("locked");
    expect(messageFor(refusal("SL004"))).toBe("Unauthorized or rate limited");
  });

  it("maps a violated constraint by its name", () => {
    const raw = 'new row for relation "matches" violates check constraint "teams_must_differ"';
    expect(messageFor(refusal("23514", raw))).toBe("Home and away teams must be different");
  });

  it("maps a missing privilege to the specified message for admins", () => {
    expect(messageFor(refusal("42501", "permission denied", 403), "admin")).toBe(
      "Unauthorized or rate limited",
    );
  });
});

describe("a busy server", () => {
  const busy = refusal("53300", "The server is busy. Try again in a moment.", 503);

  it("is named on every screen", () => {
    expect(messageFor(busy)).toBe("The server is busy. Please try again in a moment.");
  });

  it("is asked again after two to five seconds, and another failure after less than two", () => {
    const delays = Array.from({ length: 200 }, () => retryDelayMs(0, busy));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(2000);
    expect(Math.max(...delays)).toBeLessThan(5000);
    expect([0, 1].map((failures) => retryDelayMs(failures, new TypeError("Failed to fetch")))).toEqual([
      400, 800,
    ]);
  });
});

describe("isTransient", () => {
  it("is true for network and server failures, and false for refusals", () => {
    expect(isTransient(new TypeError("Failed to fetch"))).toBe(true);
    expect(isTransient(refusal("", "", 503))).toBe(true);
    expect(isTransient(refusal("SL001"))).toBe(false);
    expect(isTransient(refusal("23514", "", 400))).toBe(false);
  });
});
