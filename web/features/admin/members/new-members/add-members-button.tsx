import { UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import * as words from "#words/admin-members";
import { lazySection } from "../../../../ui/loading/lazy-section.tsx";

/** With the numbering plans of all countries. */
const AddMembersDialog = lazySection(async () => (await import("./add-members-dialog.tsx")).AddMembersDialog);

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
