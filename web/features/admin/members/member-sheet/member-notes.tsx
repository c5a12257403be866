import { useState } from "react";
import * as words from "#words/admin-members";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { addNote, deleteNote } from "./member-sheet-mutations.ts";
import { type MemberSheet, staleAfterNote } from "./member-sheet-queries.ts";

type Note = MemberSheet["notes"][number];

/** What organisers remember about a member. */
export function MemberNotes({ userId, notes }: { userId: string; notes: readonly Note[] }) {
  const [text, setText] = useState("");
  const add = useAdminMutation(
    (note: string, requestKey) => addNote(userId, note, requestKey),
    { success: words.noteSaved, failure: words.failedToSaveTheNote },
    { stale: staleAfterNote, onDone: () => setText("") },
  );
  const [invalid, setInvalid] = useState<string | null>(null);
  const submit = () => {
    const isEmpty = text.trim() === "";
    setInvalid(isEmpty ? words.writeANoteFirst : null);
    if (!isEmpty) add.mutate(text);
  };
  return (
    <section className="member-part" aria-labelledby="member-notes">
      <h3 id="member-notes">{words.notes}</h3>
      <ul>
        {notes.map((note) => (
          <NoteLine key={note.id} note={note} />
        ))}
      </ul>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.note} hint={words.whoReadsNotes}>
          <textarea value={text} maxLength={500} rows={2} onChange={(event) => setText(event.target.value)} />
        </Field>
        <FormError message={invalid ?? add.problem} />
        <div className="actions">
          <SubmitButton pending={add.isPending}>{words.saveNote}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

function NoteLine({ note: { id, note, author_name, created_at } }: { note: Note }) {
  const remove = useAdminMutation(
    () => deleteNote(id),
    { success: words.noteDeleted, failure: words.failedToDeleteTheNote },
    { stale: staleAfterNote },
  );
  return (
    <li>
      <b>{note}</b>
      <span>{`${author_name}, ${timeAgo(created_at, serverNow())}`}</span>
      <button
        type="button"
        className="btn secondary small"
        aria-label={words.deleteTheNote({ note })}
        disabled={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        {words.deleteLabel}
      </button>
    </li>
  );
}
