import { useRef, useState } from "react";
import * as words from "#words/admin-members";
import * as uiWords from "#words/ui";
import { randomUuid } from "../../../../browser/random-uuid.ts";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useFocusOnChange } from "../../../../ui/use-focus-on-change.ts";
import { AddingProgress } from "./adding-progress.tsx";
import { MembersForm } from "./members-form.tsx";
import { MembersPreview } from "./members-preview.tsx";
import type { AddedMember, NotAdded } from "./new-member-mutations.ts";
import type { CheckedMember } from "./new-member-queries.ts";
import { Slips } from "./slips.tsx";
import "./new-members.css";

type Step =
  | { kind: "list" }
  | { kind: "check"; members: readonly CheckedMember[] }
  | { kind: "adding"; members: readonly CheckedMember[] }
  | { kind: "done"; added: readonly AddedMember[]; notAdded: readonly NotAdded[] };

const titles = {
  list: words.addMembers,
  check: words.checkTheList,
  adding: words.addingMembers,
  done: words.membersAdded,
} as const;

/** Adds one member or a pasted list: shows what each line is, adds the chosen ones, and shows their passwords once. */
export function AddMembersDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: "list" });
  const [text, setText] = useState("");
  const [isKept, setIsKept] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  // A list that is added again after a failure is the same request.
  const requestKey = useRef(randomUuid());
  // not a text: a selector of CSS
  const content = useFocusOnChange<HTMLDivElement>(step.kind, '[role="status"], input');
  const losesPasswords = step.kind === "adding" || (step.kind === "done" && step.added.length > 0 && !isKept);
  return (
    <>
      <Dialog
        open
        wide
        onClose={() => (losesPasswords ? setIsAsking(true) : onClose())}
        title={titles[step.kind]}
      >
        <div className="form" ref={content}>
          {step.kind === "list" && (
            <MembersForm
              text={text}
              onText={setText}
              onChecked={(members) => setStep({ kind: "check", members })}
            />
          )}
          {step.kind === "check" && (
            <MembersPreview
              members={step.members}
              onBack={() => setStep({ kind: "list" })}
              onAdd={(members) => setStep({ kind: "adding", members })}
            />
          )}
          {step.kind === "adding" && (
            <AddingProgress
              members={step.members}
              requestKey={requestKey.current}
              onDone={(result) => setStep({ kind: "done", ...result })}
            />
          )}
          {step.kind === "done" && (
            <Slips
              added={step.added}
              notAdded={step.notAdded}
              onKept={() => setIsKept(true)}
              onClose={onClose}
            />
          )}
        </div>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          open
          title={words.closeWithoutThePasswords}
          keep={words.stayHere}
          confirm={uiWords.close}
          pending={false}
          onKeep={() => setIsAsking(false)}
          onConfirm={onClose}
        >
          <p>{words.closingWithoutPasswords}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
