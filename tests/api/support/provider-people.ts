/** Who signs in with the provider of openid-provider.ts, and the client that the host is there. */
export const CLIENT = { id: "scoreline.example", secret: "the provider's own secret" };

export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

/** The `login_hint` of a person who does not consent. */
export const REFUSES = "refuses";
