import { UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import * as words from "#words/admin-members";

/** With the numbering plans of all countries. */
const AddMembersDialog = lazy(async () => ({
  default: (await import("./add-members-dialog.tsx")).AddMembersDialog,
}));

export function AddMembersButton() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <button type="button" className="btn small" onClick={() => setIsAdding(true)}>
        <UserPlus size={18} aria-hidden="true" />
        <span>{words.addMembers}</span>
      </button>
      {isAdding && (
        <Suspense fallback={null}>
          <AddMembersDialog onClose={() => setIsAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
