import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { staleAfterGame, startGame } from "./last-standing-mutations.ts";
import { firstMatchdays } from "./last-standing-queries.ts";

const longestName = 60;

/** What a game is called and plays, with when entries would close. */
export function StartForm() {
  const [choices, setChoices] = useState({
    league: competitions[0]?.name ?? "",
    name: words.lastOneStanding,
    round: "",
    needsCode: true,
  });
  const matchdays = useQuery(firstMatchdays(choices.league));
  const first = matchdays.data?.find(({ round }) => round === choices.round) ?? matchdays.data?.[0] ?? null;
  const start = useAdminMutation(
    startGame,
    { success: words.gameStarted, failure: words.failedToStartGame },
    { stale: staleAfterGame, undoId: (id) => id },
  );
  const name = choices.name.trim();
  const canStart = first !== null && name !== "";
  return (
    <Form
      className="panel form game-form"
      noValidate
      onSubmit={() => canStart && start.mutate({ ...choices, name, round: first.round })}
    >
      <h3>{words.startAGame}</h3>
      <div className="game-fields">
        <Field label={words.nameOfGame}>
          <input
            maxLength={longestName}
            value={choices.name}
            onChange={({ target }) => setChoices({ ...choices, name: target.value })}
          />
        </Field>
        <Field label={words.competition}>
          <select
            value={choices.league}
            onChange={({ target }) => setChoices({ ...choices, league: target.value })}
          >
            {competitions.map(({ id, name: league }) => (
              <option key={id}>{league}</option>
            ))}
          </select>
        </Field>
        <Field label={words.firstMatchday}>
          <select
            value={first?.round ?? ""}
            onChange={({ target }) => setChoices({ ...choices, round: target.value })}
          >
            {(matchdays.data ?? []).map(({ round }) => (
              <option key={round} value={round}>
                {roundName(round)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.howMembersEnter}>
          <select
            value={choices.needsCode ? "code" : "free"}
            onChange={({ target }) => setChoices({ ...choices, needsCode: target.value === "code" })}
          >
            <option value="code">{words.withACode}</option>
            <option value="free">{words.withoutACode}</option>
          </select>
        </Field>
      </div>
      <QueryView
        query={matchdays}
        failed={words.failedToPreviewDivisions}
        loading={{ count: 1, height: 28, label: words.loadingGame }}
      >
        {() =>
          first === null ? (
            <p className="notice">{words.noOpenMatchday}</p>
          ) : (
            <p aria-live="polite">
              {`${words.gameWouldBegin({ round: roundName(first.round), time: kickOffInSentence(first.starts_at, serverNow()) })} ${choices.needsCode ? words.eachCodeIsAnEntry : words.eachMemberHasAnEntry}`}
            </p>
          )
        }
      </QueryView>
      <FormError message={start.problem} />
      {canStart && <SubmitButton pending={start.isPending}>{words.startTheGame}</SubmitButton>}
    </Form>
  );
}
