import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import * as words from "#words/admin-matches";
import * as uiWords from "#words/ui";
import { backend } from "../../../../backend/connection/client.ts";
import { staleAfterResult, subject } from "../../../../backend/queries/query-keys.ts";
import type { ImportPlan } from "../../../../backend/types/import-rows.ts";
import { changeCount, importedWords, willImportWords } from "../../../../football/fixtures/import-plan.ts";
import type { DateOrder, DateQuestion } from "../../../../football/fixtures/imported-match.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { clubDate } from "../../../../football/time/club-day.ts";
import { timeZones } from "../../../../football/time/time-zone-name.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { LongOperation } from "../../shared/acts/long-operation.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { importFixtures } from "./import-mutations.ts";
import { type Fixtures, importPreview, importProblem, readFile, undecided } from "./import-queries.ts";
import { Preview, unusable } from "./preview.tsx";
import {
  type Answers,
  noAnswers,
  openQuestions,
  Questions,
  resemblingTeams,
  TwoAnswers,
} from "./questions.tsx";
import "./import.css";

/** The chosen file and how its content is interpreted. */
interface Source {
  file: File | null;
  league: string;
  season: string;
  timeZone: string;
  /** The organiser's answer if both orders fit. */
  dateOrder: DateOrder | null;
}

interface Prepared {
  /** Counts the read files. */
  id: number;
  fixtures: Fixtures;
}

/** Imports fixtures from a file: shows a preview, then imports everything in one transaction. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<Source>({
    file: null,
    league: "",
    season: "",
    timeZone: "Europe/London",
    dateOrder: null,
  });
  const [dateQuestion, setDateQuestion] = useState<DateQuestion | null>(null);
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const queries = useQueryClient();

  const prepare = async (source: Source) => {
    const { file, league, timeZone, dateOrder } = source;
    setPrepared(null);
    if (!file) return setProblem(words.chooseAFile);
    if (league === "") return setProblem(words.chooseACompetitionFirst);
    setProblem(null);
    setReading(true);
    try {
      const read = await readFile(file, timeZone, dateOrder);
      const season = source.season.trim() || read.season;
      if (!season) return setProblem(words.nameTheSeason);
      if (read.dateQuestion) {
        setDateQuestion(read.dateQuestion);
        return setProblem(words.answerTheQuestions({ questions: 1 }));
      }
      const next = { id: performance.now(), fixtures: { league, season, timeZone, file: read } };
      await queries.fetchQuery(importPreview(next.id, next.fixtures, undecided));
      setSource({ ...source, season });
      setPrepared(next);
    } catch (error) {
      setProblem(importProblem(error, words.fileNotRead));
    } finally {
      setReading(false);
    }
  };

  return (
    <Dialog open wide onClose={onClose} title={words.importFixtures} description={words.filesAllowed}>
      <Form className="import-form" noValidate onSubmit={() => prepare(source)}>
        <SourceFields
          source={source}
          onChange={(next) => {
            setSource({ ...source, ...next, ...(next.file !== undefined && { dateOrder: null }) });
            if (next.file !== undefined) setDateQuestion(null);
            setPrepared(null);
          }}
        />
        {dateQuestion && (
          <div className="whole-row">
            <TwoAnswers
              question={words.whichDayIs({ date: dateQuestion.text })}
              first={words.dayComesFirst({ date: clubDate(dateQuestion.dayFirst) })}
              second={words.monthComesFirst({ date: clubDate(dateQuestion.monthFirst) })}
              answer={source.dateOrder === null ? undefined : source.dateOrder === "day-first"}
              onAnswer={(isDayFirst) => {
                const next: Source = { ...source, dateOrder: isDayFirst ? "day-first" : "month-first" };
                setSource(next);
                void prepare(next);
              }}
            />
          </div>
        )}
        <FormError message={problem} className="whole-row" />
        {!prepared && (
          <div className="actions whole-row">
            <SubmitButton pending={reading}>{words.previewImport}</SubmitButton>
          </div>
        )}
      </Form>
      {prepared && (
        <PreparedImport
          key={prepared.id}
          {...prepared}
          onBack={() => setPrepared(null)}
          onImported={onClose}
        />
      )}
    </Dialog>
  );
}

interface PreparedProps extends Prepared {
  onBack: () => void;
  onImported: () => void;
}

/** The questions and the preview of a read file. Each decision loads the preview again. */
function PreparedImport({ id, fixtures, onBack, onImported }: PreparedProps) {
  const [choices, setChoices] = useState(undecided);
  const [answers, setAnswers] = useState(noAnswers);
  const asked = useQuery(importPreview(id, fixtures, undecided)).data;
  const options = { ...choices, ...decisionsOf(answers, asked) };
  const preview = useQuery(importPreview(id, fixtures, options));
  const importing = useAdminMutation(
    importFixtures,
    { success: importedWords, failure: words.nothingWasImported },
    {
      stale: [subject.teams, subject.dashboard, ...staleAfterResult],
      onDone: onImported,
      undoId: (result) => result.undo_id,
    },
  );
  const plan = preview.data;
  if (!asked || !plan) return <FormError message={importProblem(preview.error, words.previewNotLoaded)} />;
  const waits = openQuestions(asked, plan, answers);
  const isBlocked = unusable(plan, fixtures.file).length > 0 && !options.skip_invalid;
  return (
    <>
      <Questions
        asked={asked}
        plan={plan}
        answers={answers}
        onAnswers={(change) => setAnswers({ ...answers, ...change })}
      />
      <Preview
        plan={plan}
        file={fixtures.file}
        options={options}
        onOptions={(change) => setChoices({ ...choices, ...change })}
      />
      <FormError
        message={importing.problem ?? (preview.error && importProblem(preview.error, words.previewNotLoaded))}
      />
      <Confirmation
        count={changeCount(plan)}
        willImport={willImportWords(plan)}
        waitsFor={waitingWords(waits, isBlocked)}
        isLoading={preview.isPlaceholderData}
        pending={importing.isPending}
        onBack={onBack}
        onImport={() => importing.mutate({ fixtures, options })}
      />
    </>
  );
}

/** The options that follow from the answers. */
function decisionsOf(answers: Answers, asked: ImportPlan | undefined) {
  const same = asked ? resemblingTeams(asked).filter(({ name }) => answers.isKnown[name]) : [];
  return {
    exchange: answers.exchange === "yes",
    same_teams: Object.fromEntries(same.map(({ name, resembles }) => [name, resembles])),
  };
}

/** What the organiser must do before the import; null if it can start. */
function waitingWords(questions: number, isBlocked: boolean): string | null {
  if (questions > 0) return words.answerTheQuestions({ questions });
  return isBlocked ? words.someRowsCannotBeUsed : null;
}

function SourceFields({ source, onChange }: { source: Source; onChange: (change: Partial<Source>) => void }) {
  return (
    <>
      <Field label={words.file} className="whole-row">
        <input
          type="file"
          accept=".json,.csv,application/json,text/csv"
          onChange={(event) => onChange({ file: event.target.files?.[0] ?? null })}
        />
      </Field>
      <Field label={words.competition}>
        <select value={source.league} onChange={(event) => onChange({ league: event.target.value })}>
          <option value="">{words.chooseACompetition}</option>
          {competitions.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label={words.season} hint={words.leaveSeasonEmpty}>
        <input
          value={source.season}
          maxLength={40}
          placeholder="2026/27"
          onChange={(event) => onChange({ season: event.target.value })}
        />
      </Field>
      <Field label={words.timesAreWrittenIn} className="whole-row">
        <select value={source.timeZone} onChange={(event) => onChange({ timeZone: event.target.value })}>
          {timeZones(["Europe/London", backend().config.time_zone]).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </Field>
    </>
  );
}

interface ConfirmationProps {
  count: number;
  willImport: string;
  waitsFor: string | null;
  isLoading: boolean;
  pending: boolean;
  onBack: () => void;
  onImport: () => void;
}

function Confirmation({
  count,
  willImport,
  waitsFor,
  isLoading,
  pending,
  onBack,
  onImport,
}: ConfirmationProps) {
  const hintId = useId();
  const hint = waitsFor ?? (count === 0 ? words.importChangesNothing : null);
  const isReady = hint === null && !isLoading && !pending;
  return (
    <>
      {pending && <LongOperation work={words.importingMatches({ count })} />}
      <p className="hint" id={hintId} aria-live="polite">
        {hint}
      </p>
      <div className="actions">
        <button type="button" className="btn secondary" onClick={onBack}>
          {uiWords.back}
        </button>
        <button
          type="button"
          className="btn"
          disabled={hint !== null}
          aria-disabled={!isReady}
          aria-describedby={hintId}
          onClick={() => isReady && onImport()}
        >
          {pending ? words.importing : willImport}
        </button>
      </div>
    </>
  );
}
