import { AuthRetryableFetchError } from "@supabase/auth-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { accountMessage, signInMessage } from "../accounts/account-errors.ts";
import { noteFailure } from "../requests/failed-requests.ts";
import { BUSY, isTransient, messageFor, retryDelayMs } from "./error-messages.ts";
import { RequestError } from "./response.ts";

const refusal = (code: string, message = "", status = 400) => new RequestError(message, code, status);

describe("the message of a rate limit", () => {
  it.each([
    ["over_request_rate_limit", "Too many attempts. Try again in 1 second."],
    ["over_request_rate_limit", "Too many attempts. Try again in 60 seconds."],
    ["over_request_rate_limit", "Too many attempts. Try again in 12 minutes."],
    ["over_request_rate_limit", "Request rate limit reached"],
    ["over_email_send_rate_limit", "For security purposes, you can only request this after 58 seconds."],
    ["over_sms_send_rate_limit", "For security purposes, you can only request this after 58 seconds."],
  ])("of %s says what the server says: %s", (code, text) => {
    expect(signInMessage(refusal(code, text, 429))).toBe(text);
    expect(accountMessage(refusal(code, text, 429))).toBe(text);
  });

  it("is not that of a busy host", () => {
    expect(signInMessage(refusal(BUSY, "Try again in 2 seconds.", 429))).toBe(
      "The server is busy. Please try again in a moment.",
    );
  });

  it("is that of an organiser's action for its code", () => {
    expect(signInMessage(refusal("SL004", "Wait", 429))).toBe("Unauthorized or rate limited");
  });
});

describe("messageFor", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ["Invalid login credentials", "Invalid email or password"],
    ["Email not confirmed", "Please check your email and click the confirmation link"],
    ["User already registered", "An account with this email already exists"],
    ["Unauthorized", "You are not authorized to perform this action"],
    ['new row violates row-level security policy for table "matches"', "Access denied"],
    ["JWT expired", "Your session has expired. Please log in again."],
    ["boom at 0x0", "An error occurred. Please try again."],
  ])("maps %s to the specified message", (raw, message) => {
    expect(messageFor(new Error(raw))).toBe(message);
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
    for (const occasion of ["account", "phone sign-up"] as const)
      expect(messageFor(refusal("sms_send_failed", "x", 422), occasion)).toContain("text message");
    for (const occasion of ["account", "email sign-up"] as const)
      expect(messageFor(refusal("email_address_invalid", "x", 400), occasion)).toContain("send an email");
    expect(messageFor(refusal("SL001"))).toContain("locked");
    expect(messageFor(refusal("SL004"))).toBe("Unauthorized or rate limited");
  });

  it("maps a violated constraint by its name", () => {
    const raw = 'new row for relation "matches" violates check constraint "teams_must_differ"';
    expect(messageFor(refusal("23514", raw))).toBe("Home and away teams must be different");
  });

  it("keeps the server's message at sign-up", () => {
    const message = "This phone number is already registered with another account.";
    expect(messageFor(refusal("hook_error", message), "email sign-up")).toBe(message);
    expect(messageFor(refusal("", ""), "email sign-up")).toBe("Failed to create account");
  });

  it.each([
    ["a network that fails", "Failed to fetch", 0, true, "Failed to create account"],
    ["a server that fails", "{}", 500, true, "Failed to create account"],
    ["a device that is offline", "Failed to fetch", 0, false, "This device is offline."],
  ])("has its own sign-up message for %s", (_, raw, status, onLine, message) => {
    vi.stubGlobal("navigator", { onLine });
    expect(messageFor(new AuthRetryableFetchError(raw, status), "email sign-up")).toBe(message);
  });

  it("says whether the email or the phone number is taken, for the same server code", () => {
    const taken = refusal("user_already_exists", "User already registered");
    expect(messageFor(taken, "email sign-up")).toBe(
      "An account with this email already exists. Please sign in instead.",
    );
    expect(messageFor(taken, "phone sign-up")).toBe(
      "An account with this phone number already exists. Please sign in instead.",
    );
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
    expect(messageFor(busy, "email sign-up")).toBe("The server is busy. Please try again in a moment.");
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
