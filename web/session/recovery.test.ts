import { describe, expect, it } from "vitest";
import { isRecovery, linkProblem } from "./recovery.ts";

const landing = { pathname: "/", search: "", hash: "", flagged: false };

describe("isRecovery and linkProblem", () => {
  it("recognise a password recovery by path, query, hash or flag", () => {
    expect(isRecovery({ ...landing, pathname: "/reset-password" })).toBe(true);
    expect(isRecovery({ ...landing, search: "?type=recovery" })).toBe(true);
    expect(isRecovery({ ...landing, hash: "#access_token=x&type=recovery" })).toBe(true);
    expect(isRecovery({ ...landing, hash: "#type=recovery&access_token=x" })).toBe(true);
    expect(isRecovery({ ...landing, flagged: true })).toBe(true);
  });

  it("do not recognise an ordinary visit or a sign-up link as one", () => {
    expect(isRecovery(landing)).toBe(false);
    expect(isRecovery({ ...landing, hash: "#access_token=x&type=signup" })).toBe(false);
  });

  it("report a refused link without repeating the text in the address", () => {
    expect(linkProblem({ search: "", hash: "#error=access_denied&error_description=Call+this+number" })).toBe(
      "This link has already been used or has expired.",
    );
    expect(linkProblem({ search: "?error_code=otp_expired", hash: "" })).toBe(
      "This link has already been used or has expired.",
    );
    expect(linkProblem({ search: "", hash: "" })).toBeNull();
  });
});
