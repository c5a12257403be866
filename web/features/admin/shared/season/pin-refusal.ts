import { AdminError } from "../mutations/use-admin-mutation.ts";

interface Clearing {
  outcome: string;
  retry_after_seconds?: number | null;
}

/** Why all points were not cleared, in words for the admin; null for another outcome. */
export function pinRefusal({ outcome, retry_after_seconds: seconds }: Clearing): AdminError | null {
  switch (outcome) {
    case "wrong_pin":
      return new AdminError("Invalid PIN");
    case "no_pin":
      return new AdminError("No PIN is set yet. Set one first.");
    case "locked":
      return new AdminError(`Too many wrong PINs. Try again in ${Math.ceil((seconds ?? 60) / 60)} min.`);
    default:
      return null;
  }
}
