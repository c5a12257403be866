import { AuthRetryableFetchError } from "@supabase/auth-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { BUSY } from "../connection/error-kinds.ts";
import { RequestError } from "../connection/response.ts";
import { accountMessage, signInMessage, signUpMessage } from "./account-errors.ts";

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

describe("the message of a failed sign-in", () => {
  it.each([
    ["Invalid login credentials", "Invalid email or password"],
    ["Email not confirmed", "Please check your email and click the confirmation link"],
    ["User already registered", "An account with this email already exists"],
    ["JWT expired", "Your session has expired. Please log in again."],
  ])("is the specified one for %s", (raw, message) => {
    expect(signInMessage(new Error(raw))).toBe(message);
  });
});

describe("the message of a change of the account", () => {
  it("says what could not be sent, also at registration", () => {
    for (const message of [accountMessage, (error: unknown) => signUpMessage(error, "phone")])
      expect(message(refusal("sms_send_failed", "x", 422))).toContain("text message");
    for (const message of [accountMessage, (error: unknown) => signUpMessage(error, "email")])
      expect(message(refusal("email_address_invalid", "x", 400))).toContain("send an email");
  });

  it("says that an address or a number belongs to another account", () => {
    expect(accountMessage(refusal("email_exists"))).toMatch(/email.*another account/i);
    expect(accountMessage(new Error("profiles_phone_number_key"))).toMatch(/number.*another account/i);
  });
});

describe("the message of a failed registration", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("is the server's own", () => {
    const message = "This phone number is already registered with another account.";
    expect(signUpMessage(refusal("hook_error", message), "email")).toBe(message);
    expect(signUpMessage(refusal("", ""), "email")).toBe("Failed to create account");
  });

  it.each([
    ["a network that fails", "Failed to fetch", 0, true, "Failed to create account"],
    ["a server that fails", "{}", 500, true, "Failed to create account"],
    ["a device that is offline", "Failed to fetch", 0, false, "This device is offline."],
  ])("is written for users for %s", (_, raw, status, onLine, message) => {
    vi.stubGlobal("navigator", { onLine });
    expect(signUpMessage(new AuthRetryableFetchError(raw, status), "email")).toBe(message);
  });

  it("says whether the email or the phone number is taken, for the same server code", () => {
    const taken = refusal("user_already_exists", "User already registered");
    expect(signUpMessage(taken, "email")).toBe(
      "An account with this email already exists. Please sign in instead.",
    );
    expect(signUpMessage(taken, "phone")).toBe(
      "An account with this phone number already exists. Please sign in instead.",
    );
  });

  it("names a busy server", () => {
    expect(signUpMessage(refusal(BUSY, "x", 503), "email")).toBe(
      "The server is busy. Please try again in a moment.",
    );
  });
});
