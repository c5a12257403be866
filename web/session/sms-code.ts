/** Chromium's WebOTP, which TypeScript's DOM types do not contain: https://wicg.github.io/web-otp/ */
interface OtpRequest extends CredentialRequestOptions {
  otp: { transport: readonly "sms"[] };
}

/**
 * Waits for a text message whose last line names this page's host, and resolves to its code. Resolves to null if the
 * browser cannot read messages, the member declines, or `signal` aborts.
 */
export async function codeFromSms(signal: AbortSignal): Promise<string | null> {
  if (!("OTPCredential" in window)) return null;
  const request: OtpRequest = { otp: { transport: ["sms"] }, signal };
  try {
    const received: unknown = await navigator.credentials.get(request);
    const code: unknown = typeof received === "object" && received ? Reflect.get(received, "code") : null;
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}
