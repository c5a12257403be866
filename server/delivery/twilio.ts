import { limitedFetch } from "../outgoing.ts";
import { RefusedError, type SmsCarrier } from "./carriers.ts";

/** The body of the answer repeats the message with its code, so nothing reads it. */
const request = limitedFetch({ timeMs: 10_000, bytes: 0 });

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
      const { status } = response;
      const isFinal = status >= 400 && status < 500 && status !== 429;
      throw new (isFinal ? RefusedError : Error)(`Twilio answered ${status}`);
    },
  };
}
