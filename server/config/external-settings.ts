import { z } from "zod";
import { flag, ignored } from "./fields.ts";

/** Issuers of well-known providers. Any other provider sets its `url`. */
export const ISSUERS: Readonly<Record<string, string>> = {
  apple: "https://appleid.apple.com",
  facebook: "https://www.facebook.com",
  google: "https://accounts.google.com",
  kakao: "https://kauth.kakao.com",
};

const REDIRECTS = "for sign-in by redirect, which this host does not have";

const provider = z.object({
  enabled: flag(false),
  client_id: z
    .string()
    .default("")
    .transform((text) => text.split(",").flatMap((id) => id.trim() || [])),
  url: z.string().default(""),
  skip_nonce_check: flag(false),
  secret: ignored(REDIRECTS),
  redirect_uri: ignored(REDIRECTS),
  email_optional: z
    .literal(false, { error: "this host does not create accounts without an email" })
    .default(false),
});

/** `[auth.external.*]`: providers whose ID tokens can sign in. */
export const externalSettings = z
  .record(z.string().regex(/^[a-z][a-z0-9_]*$/), provider)
  .superRefine((providers, context) => {
    for (const [name, { enabled, client_id, url }] of Object.entries(providers)) {
      if (!enabled) continue;
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: "custom", path: [name, field], message });
      if (client_id.length === 0)
        refuse("client_id", "is required: the audience of the provider's ID tokens");
      if (url === "" && !ISSUERS[name]) {
        refuse(
          "url",
          "is required: the issuer of the provider's ID tokens (this host does not support sign-in by redirect)",
        );
      }
      if (url !== "" && !isSafeAddress(url)) refuse("url", `"${url}" is not an HTTPS URL`);
    }
  })
  .default({});

/** True for HTTPS, where nobody can replace the keys in transit, and for this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return (
    protocol === "https:" || (protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}
