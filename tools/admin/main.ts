/** npm run admin -- grant someone@example.com   (or revoke; a phone number works too) */
import { BackendError, connect } from "../backend/connect.ts";
import { runCommand } from "../backend/run-command.ts";

const USAGE = "Usage: npm run admin -- grant EMAIL_OR_PHONE   (or: revoke EMAIL_OR_PHONE)";

async function main(): Promise<void> {
  const [action, identifier, ...more] = process.argv.slice(2);
  if ((action !== "grant" && action !== "revoke") || !identifier || more.length > 0)
    throw new BackendError(USAGE);
  const backend = await connect(process.env);
  try {
    const { error } = await backend.rest.rpc(`${action}_admin`, { _identifier: identifier });
    if (error) throw new BackendError(error.message);
    console.log(
      action === "grant" ? `${identifier} is an admin now.` : `${identifier} is no longer an admin.`,
    );
  } finally {
    await backend.close();
  }
}

await runCommand(main, BackendError);
