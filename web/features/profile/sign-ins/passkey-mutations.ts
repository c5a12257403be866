import { backend } from "../../../backend/connection/client.ts";

/** Throws the auth service's error. */
export async function renamePasskey(passkeyId: string, friendlyName: string): Promise<void> {
  const { error } = await (await backend().auth()).passkey.update({ passkeyId, friendlyName });
  if (error) throw error;
}

/** Throws the auth service's error. */
export async function removePasskey(passkeyId: string): Promise<void> {
  const { error } = await (await backend().auth()).passkey.delete({ passkeyId });
  if (error) throw error;
}
