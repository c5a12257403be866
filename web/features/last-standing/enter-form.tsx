import { useState } from "react";
import * as words from "#words/last-standing";
import type { LastStandingRow } from "../../backend/types/last-standing-rows.ts";
import { Field } from "../../ui/forms/field.tsx";
import { Form } from "../../ui/forms/form.tsx";
import { SubmitButton } from "../../ui/forms/submit-button.tsx";
import { useEnter } from "./last-standing-mutations.ts";

const codeLength = 7;

/** Enters the game: with a code, which can be repeated, or without. Nothing if the member cannot enter. */
export function EnterForm({ game }: { game: LastStandingRow }) {
  const [code, setCode] = useState("");
  const [outcome, setOutcome] = useState<string | null>(null);
  const enter = useEnter((answer) => {
    setOutcome(answer);
    if (answer === "entered") setCode("");
  });
  if (game.is_closed || (!game.needs_code && game.mine.length > 0)) return null;
  const isWhole = code.length === codeLength;
  return (
    <Form
      className="panel form enter-game"
      noValidate
      onSubmit={() => {
        if (!game.needs_code) enter.mutate(null);
        else if (isWhole) enter.mutate(code);
        else setOutcome("short");
      }}
    >
      <h2>{game.mine.length > 0 ? words.enterAgain : words.enterTheGame}</h2>
      <p>{game.needs_code ? words.enterWithACode : words.enterFreely}</p>
      {game.needs_code && (
        <Field label={words.codeOfEntry} error={refusalOf(outcome)}>
          <input
            inputMode="numeric"
            autoComplete="off"
            value={code}
            onChange={({ target }) => {
              setCode(target.value.replace(/\D/g, "").slice(0, codeLength));
              setOutcome(null);
            }}
          />
        </Field>
      )}
      <SubmitButton pending={enter.isPending}>{words.enter}</SubmitButton>
    </Form>
  );
}

const refusals: Readonly<Record<string, string>> = {
  short: words.aCodeHasSevenDigits,
  invalid: words.codeIsNotValid,
  used: words.codeIsUsed,
  closed: words.entriesAreClosed,
  locked: words.tooManyWrongCodes,
};

const refusalOf = (outcome: string | null) => (outcome === null ? undefined : refusals[outcome]);
