import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { notices } from "../../../../backend/queries/notices.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { TextKind, TextVersionRow } from "../../../../backend/types/notices.ts";
import { longDate } from "../../../../football/time/kick-off.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { WrittenText } from "../../../../ui/text/written-text.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { neutralText } from "./neutral-texts.ts";
import { type NewVersion, publishText } from "./text-mutations.ts";
import { nameOf } from "./text-names.ts";

const neutral = 0;
const longest = 20_000;

interface Props {
  kind: TextKind;
  /** Newest first. */
  versions: readonly TextVersionRow[];
  onClose: () => void;
}

/**
 * Edits a text and shows it as members will read it. Begins with the newest version, or the neutral text; an earlier version can
 * be read and published again. What was typed into each stays until the dialog closes.
 */
export function TextEditor({ kind, versions, onClose }: Props) {
  const name = nameOf(kind);
  const { data: club } = useQuery({ ...notices(), refetchOnMount: "always" });
  // What the organiser has seen when the dialog opened, not what another one publishes meanwhile.
  const [seen] = useState(versions[0]?.version ?? 0);
  const [source, setSource] = useState(seen);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [asksAgain, setAsksAgain] = useState(false);
  const [invalid, setInvalid] = useState<string | null>(null);
  const facts = {
    club: backend().config.brand,
    entry: club?.entry,
    contact: [club?.email, club?.phone].filter(Boolean).join(", "),
    age: club?.minimum_age,
  };
  const stored = versions.find(({ version }) => version === source)?.content;
  const content = typed[source] ?? stored ?? neutralText(kind, facts);
  const publish = useAdminMutation(
    publishText,
    { success: words.textPublished({ name }), failure: words.failedToPublish },
    { stale: [subject.settings], reported: /^SL0(?:0[34]|16)$|^42501$/, onDone: onClose },
  );
  const submit = () => {
    const isEmpty = content.trim() === "";
    setInvalid(isEmpty ? words.writeSomethingFirst : null);
    const version: NewVersion = { kind, content, asksAgain, seen };
    if (!isEmpty) publish.mutate(version);
  };
  return (
    <Dialog open wide onClose={onClose} title={name} description={words.howTextsAreWritten}>
      <Form className="form" noValidate onSubmit={submit}>
        {versions.length > 0 && (
          <Field label={words.beginWith} hint={words.earlierVersionsStay}>
            <select value={source} onChange={({ target }) => setSource(Number(target.value))}>
              {versions.map(({ version, published_at }) => (
                <option key={version} value={version}>
                  {words.publishedVersion({ version, day: longDate(published_at) })}
                </option>
              ))}
              <option value={neutral}>{words.neutralTextOption}</option>
            </select>
          </Field>
        )}
        <Field label={words.text}>
          <textarea
            rows={14}
            maxLength={longest}
            value={content}
            onChange={({ target }) => setTyped({ ...typed, [source]: target.value })}
          />
        </Field>
        <section className="panel" aria-label={words.preview}>
          <p className="muted">{words.preview}</p>
          <WrittenText text={content} />
        </section>
        {kind === "terms" && facts.age !== undefined && seen > 0 && (
          <label className="checkbox-field">
            <input
              type="checkbox"
              checked={asksAgain}
              onChange={({ target }) => setAsksAgain(target.checked)}
            />
            <span>{words.membersConfirmAgain}</span>
          </label>
        )}
        <FormError message={invalid ?? publish.problem} />
        <div className="actions">
          <SubmitButton pending={publish.isPending}>{words.publish}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
