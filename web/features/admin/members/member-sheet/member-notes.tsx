import { useState } from "react";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { addNote, deleteNote, type MemberSheet, staleAfterNote } from "./member-sheet-queries.ts";

type Note = MemberSheet["notes"][number];

/** What organisers remember about a member. */
export function MemberNotes({ userId, notes }: { userId: string; notes: readonly Note[] }) {
  const [text, setText] = useState("");
  const add = useAdminMutation(
    (note: string, requestKey) => addNote(userId, note, requestKey),
    { success: "Note saved", failure: "Failed to save the note" },
    { stale: staleAfterNote, onDone: () => setText("") },
  );
  const [invalid, setInvalid] = useState<string | null>(null);
  const submit = () => {
    const isEmpty = text.trim() === "";
    setInvalid(isEmpty ? "Write a note first" : null);
    if (!isEmpty) add.mutate(text);
  };
  return (
    <section className="member-part" aria-labelledby="member-notes">
      <h3 id="member-notes">Notes</h3>
      <ul>
        {notes.map((note) => (
          <NoteLine key={note.id} note={note} />
        ))}
      </ul>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label="Note" hint="For organisers. Members can read it in the copy of their data.">
          <textarea value={text} maxLength={500} rows={2} onChange={(event) => setText(event.target.value)} />
        </Field>
        <FormError message={invalid ?? add.problem} />
        <div className="actions">
          <SubmitButton pending={add.isPending}>Save note</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

function NoteLine({ note: { id, note, author_name, created_at } }: { note: Note }) {
  const remove = useAdminMutation(
    () => deleteNote(id),
    { success: "Note deleted", failure: "Failed to delete the note" },
    { stale: staleAfterNote },
  );
  return (
    <li>
      <b>{note}</b>
      <span>
        {author_name}, {timeAgo(created_at, serverNow())}
      </span>
      <button
        type="button"
        className="btn secondary small"
        aria-label={`Delete the note “${note}”`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        Delete
      </button>
    </li>
  );
}
