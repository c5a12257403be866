import { limitedFetch } from "../outgoing.ts";
import { RefusedError, type SmsCarrier } from "./carriers.ts";

/** An answer repeats the message, at most 1,600 characters. */
const request = limitedFetch({ timeMs: 10_000, bytes: 64 * 1024 });
/**
 * Errors about the recipient (https://www.twilio.com/docs/api/errors): no valid number, unsubscribed, no mobile number,
 * a landline, no WhatsApp. All others are about the account, its settings, balance and limits, and may pass.
 */
const RECIPIENT_ERRORS: readonly unknown[] = [21211, 21610, 21614, 21635, 63003];

export interface TwilioSettings {
  account_sid: string;
  auth_token: string;
  /** A messaging service (MG...) or a sending number. */
  message_service_sid: string;
  /** The API's base URL; tests use another. */
  baseUrl?: string;
}

/**
 * Sends SMS through Twilio: POST /2010-04-01/Accounts/{sid}/Messages.json (https://www.twilio.com/docs/messaging/api).
 */
export function createTwilioCarrier(settings: TwilioSettings): SmsCarrier {
  const { account_sid, auth_token, message_service_sid, baseUrl = "https://api.twilio.com" } = settings;
  const sender = message_service_sid.startsWith("MG") ? "MessagingServiceSid" : "From";
  return {
    delivers: true,
    channels: ["sms", "whatsapp"],
    async send({ to, body, channel = "sms" }) {
      const prefix = channel === "whatsapp" ? "whatsapp:" : "";
      const from = sender === "From" ? prefix + message_service_sid : message_service_sid;
      const response = await request(`${baseUrl}/2010-04-01/Accounts/${account_sid}/Messages.json`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString("base64")}` },
        body: new URLSearchParams({ To: prefix + to, [sender]: from, Body: body }),
      });
      if (response.ok) return;
      const code = await errorCodeOf(response);
      const answer = `Twilio answered ${response.status}${code === null ? "" : ` with error ${code}`}`;
      throw new (RECIPIENT_ERRORS.includes(code) ? RefusedError : Error)(answer);
    },
  };
}

/** Nothing else of the answer is kept, because it may repeat the code in the message. */
async function errorCodeOf(response: Response): Promise<number | null> {
  const answer: unknown = await response.json().catch(() => null);
  const { code }: { code?: unknown } = typeof answer === "object" && answer !== null ? answer : {};
  return typeof code === "number" ? code : null;
}
