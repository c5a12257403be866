/**
 * The secret with which the Supabase CLI signs the keys `anon` and `service_role` of every new project (issuer
 * `supabase-demo`). Everybody knows it. Source: supabase/cli, pkg/config/apikeys.go.
 */
const CLI_SECRET = "super-secret-jwt-token-with-at-least-32-characters-long";

export interface TokenSecret {
  /** HS256 tokens that are signed with it are accepted. */
  secret?: string | undefined;
  /** True if the host signs with it too. */
  signWithSecret: boolean;
  /** True if everybody knows the secret, so that only this machine may use the host. */
  isPublic: boolean;
}

interface Given {
  /** `auth.jwt_secret`. */
  secret?: string | undefined;
  signsWithSecret: boolean;
  hasSigningKeys: boolean;
  /** DEMO_KEYS of the environment. */
  demoKeys: "loopback" | "off";
  onLoopback: boolean;
  behindProxy: boolean;
}

/** The project's secret, or the CLI's for a project without secret and keys that only this machine can reach. */
export function tokenSecretOf(given: Given): TokenSecret {
  const { secret, signsWithSecret, hasSigningKeys, demoKeys, onLoopback, behindProxy } = given;
  const isPublic =
    demoKeys === "loopback" && onLoopback && !behindProxy && secret === undefined && !hasSigningKeys;
  if (isPublic) return { secret: CLI_SECRET, signWithSecret: true, isPublic };
  return { secret, signWithSecret: signsWithSecret, isPublic };
}
