import * as words from "#words/admin-members";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { confirmAgeOf } from "./member-sheet-mutations.ts";
import { staleAfterNote } from "./member-sheet-queries.ts";

/** Says that the member has not confirmed the age, and lets an organiser confirm what the member has signed on paper. */
export function DueAge({ userId, name, age }: { userId: string; name: string; age: number }) {
  const confirm = useAdminMutation(
    () => confirmAgeOf(userId),
    { success: words.ageConfirmed({ name }), failure: words.failedToConfirmTheAge },
    { stale: staleAfterNote },
  );
  return (
    <div className="notice">
      <p>{words.mustConfirmAge({ age })}</p>
      <button
        type="button"
        className="btn secondary small"
        aria-disabled={confirm.isPending}
        onClick={() => confirm.mutate(undefined)}
      >
        {words.confirmForTheMember}
      </button>
    </div>
  );
}
