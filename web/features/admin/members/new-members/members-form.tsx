import { useState } from "react";
import { useAct } from "../../../../backend/queries/use-act.ts";
import { toInternational } from "../../../../session/phone/phone-numbers.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { plural } from "../../../../ui/text/plural.ts";
import { reasonFor } from "../../shared/mutations/use-admin-mutation.ts";
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
  const failure = check.error && reasonFor(check.error, "The list could not be checked. Please try again.");
  return (
    <Form className="form" noValidate discards={false} onSubmit={submit}>
      <p>
        Add one member, or paste a list. Each gets an account with a temporary password, which you pass on.
        Nothing is saved before you have checked the list.
      </p>
      <div className="one-member">
        <Field label="Name">
          <input
            autoComplete="off"
            value={one.name}
            onChange={(event) => setOne({ ...one, name: event.target.value })}
          />
        </Field>
        <Field label="Phone or email">
          <input
            autoComplete="off"
            autoCapitalize="none"
            value={one.contact}
            onChange={(event) => setOne({ ...one, contact: event.target.value })}
          />
        </Field>
      </div>
      <Field
        label="List of members"
        hint={`One member a line: the name, then a phone number or an email. Up to ${formatNumber(mostMembers)} lines. Numbers without a country code are Mauritian.`}
      >
        <textarea
          rows={6}
          spellCheck={false}
          placeholder={"Amina Ramgoolam, 5712 3456\nBen Li; ben@example.com"}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </Field>
      <FormError message={problem ?? failure} />
      <div className="actions">
        <SubmitButton pending={check.isPending}>Check list</SubmitButton>
      </div>
    </Form>
  );
}

function problemWith(lines: number): string | null {
  if (lines === 0) return "Please enter a member, or paste a list";
  if (lines <= mostMembers) return null;
  return `The list has ${plural(lines, "member")}. Please add at most ${formatNumber(mostMembers)} at once.`;
}
