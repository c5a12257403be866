import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/app";
import * as uiWords from "#words/ui";
import { accountMessage } from "../../backend/accounts/account-errors.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { useAct } from "../../backend/queries/use-act.ts";
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
  const [problem, setProblem] = useState<string>();
  const save = useAct({
    act: async (chosen: string) => {
      if (chosen === name) return;
      await rename(userId, chosen);
      for (const stale of [subject.profile, subject.leaderboard])
        void queries.invalidateQueries({ queryKey: [stale] });
    },
    onSuccess: onDone,
    onError: (error) => setProblem(accountMessage(error)),
  });
  const submit = () => {
    const checked = nameRule.safeParse(typed);
    setProblem(checked.error?.issues[0]?.message);
    if (checked.success) save.mutate(checked.data);
  };
  return (
    <Form className="form" noValidate onSubmit={submit}>
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
      <SubmitButton className="btn" pending={save.isPending}>
        {uiWords.next}
      </SubmitButton>
    </Form>
  );
}
