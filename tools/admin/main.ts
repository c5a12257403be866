/**
 * npm run admin -- grant someone@example.com   (or revoke; a phone number works too)
 * With --role results, money or news, the account becomes a helper with this role instead of an admin, or loses it.
 */
import { parseArgs } from "node:util";
import { BackendError, connect } from "../backend/connect.ts";
import { runCommand } from "../backend/run-command.ts";

const USAGE =
  "Usage: npm run admin -- grant EMAIL_OR_PHONE [--role results|money|news]   (or: revoke EMAIL_OR_PHONE)";

async function main(): Promise<void> {
  const { action, identifier, role } = readArguments();
  const backend = await connect(process.env);
  try {
    const { error } = await (role
      ? backend.rest.rpc("set_helper_role_of", {
          _identifier: identifier,
          _role: role,
          _has_it: action === "grant",
        })
      : backend.rest.rpc(`${action}_admin`, { _identifier: identifier }));
    if (error) throw new BackendError(error.message);
    const part = role ? `a helper for ${role}` : "an admin";
    console.log(action === "grant" ? `${identifier} is ${part} now.` : `${identifier} is no longer ${part}.`);
  } finally {
    await backend.close();
  }
}

function readArguments(): { action: "grant" | "revoke"; identifier: string; role: string | undefined } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { role: { type: "string" } },
    });
    const [action, identifier, ...more] = positionals;
    if ((action === "grant" || action === "revoke") && identifier && more.length === 0)
      return { action, identifier, role: values.role };
  } catch {
    // An unknown option.
  }
  throw new BackendError(USAGE);
}

await runCommand(main, BackendError);
