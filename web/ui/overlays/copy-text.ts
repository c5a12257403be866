import { toast } from "./toast.ts";

/**
 * Copies a text and says so, or that it could not be copied: a browser refuses without permission, and on pages without HTTPS.
 * Resolves to whether it was copied. A text that cannot be loaded counts as one that cannot be copied.
 */
export async function copyText(
  text: string | Promise<string>,
  said: { copied: string; failed: string },
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(await text);
  } catch {
    toast.error(said.failed);
    return false;
  }
  toast.success(said.copied);
  return true;
}
