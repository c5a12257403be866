import { useState } from "react";
import * as words from "#words/admin-members";
import { useAct } from "../../../../backend/queries/use-act.ts";
import { toInternational } from "../../../../session/phone/phone-numbers.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { reasonFor } from "../../shared/acts/use-admin-mutation.ts";
import { type CheckedMember, checkMembers } from "./new-member-queries.ts";
import { mostMembers, parseMembers } from "./parse-members.ts";

interface Props {
  /** The pasted list, which is kept when the organiser comes back from the check. */
  text: string;
  onText: (text: string) => void;
  onChecked: (members: readonly CheckedMember[]) => void;
}

const nobody = { name: "", contact: "" };

/** The fields for one member, and the box for a list. */
export function MembersForm({ text, onText, onChecked }: Props) {
  const [one, setOne] = useState(nobody);
  const [problem, setProblem] = useState<string | null>(null);
  const check = useAct({ act: checkMembers, onSuccess: onChecked });
  const submit = () => {
    const typed = [one.name, one.contact].filter((part) => part.trim() !== "").join(", ");
    const above = parseMembers(typed, toInternational).map((line) => ({ ...line, line: 0 }));
    const lines = [...above, ...parseMembers(text, toInternational)];
    const found = problemWith(lines.length);
    setProblem(found);
    if (found) return false;
    return check.mutate(lines);
  };
  const failure = check.error && reasonFor(check.error, words.listNotChecked);
  return (
    <Form className="form" noValidate discards={false} onSubmit={submit}>
      <p>{words.howToAddMembers}</p>
      <div className="one-member">
        <Field label={words.name}>
          <input
            autoComplete="off"
            value={one.name}
            onChange={(event) => setOne({ ...one, name: event.target.value })}
          />
        </Field>
        <Field label={words.phoneOrEmail}>
          <input
            autoComplete="off"
            autoCapitalize="none"
            value={one.contact}
            onChange={(event) => setOne({ ...one, contact: event.target.value })}
          />
        </Field>
      </div>
      <Field label={words.listOfMembers} hint={words.hintOfTheList({ most: formatNumber(mostMembers) })}>
        <textarea
          rows={6}
          spellCheck={false}
          // not a text: names and addresses
          placeholder={"Amina Ramgoolam, 5712 3456\nBen Li; ben@example.com"}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </Field>
      <FormError message={problem ?? failure} />
      <div className="actions">
        <SubmitButton pending={check.isPending}>{words.checkList}</SubmitButton>
      </div>
    </Form>
  );
}

function problemWith(lines: number): string | null {
  if (lines === 0) return words.enterAMember;
  if (lines <= mostMembers) return null;
  return words.tooManyMembers({ members: lines, most: formatNumber(mostMembers) });
}
