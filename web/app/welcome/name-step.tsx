import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/app";
import * as uiWords from "#words/ui";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { rename } from "../../features/profile/account-actions.ts";
import { Shirt } from "../../football/components/shirt.tsx";
import { nameRule } from "../../session/accounts/account-rules.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";

interface Props {
  userId: string;
  /** The account's name, which may be empty. */
  name: string;
  onDone: () => void;
}

/** Asks a new member for the name that the tables show, on the shirt that will carry it. */
export function NameStep({ userId, name, onDone }: Props) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(name);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    const checked = nameRule.safeParse(typed);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    setProblem(undefined);
    setPending(true);
    try {
      if (checked.data !== name) {
        await rename(userId, checked.data);
        for (const stale of [subject.profile, subject.leaderboard])
          void queries.invalidateQueries({ queryKey: [stale] });
      }
      onDone();
    } catch (error) {
      setProblem(accountMessage(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Form className="form" noValidate onSubmit={save}>
      <p className="welcome-shirt">
        <Shirt player={userId} name={typed} />
        <b>{typed || words.yourName}</b>
      </p>
      <Field label={words.fullName} hint={words.nameHint} error={problem}>
        <input
          value={typed}
          autoComplete="name"
          maxLength={100}
          enterKeyHint="next"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <SubmitButton className="btn" pending={pending}>
        {uiWords.next}
      </SubmitButton>
    </Form>
  );
}
