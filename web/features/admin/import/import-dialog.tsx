import { type FormEvent, useState } from "react";
import { backend } from "../../../backend/connection/client.ts";
import { staleAfterResult, subject } from "../../../backend/queries/query-keys.ts";
import type { ImportPlanRow } from "../../../backend/types/admin-rows.ts";
import { competitions } from "../../../football/rules/competitions.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { plural } from "../../../ui/text/plural.ts";
import { LongOperation } from "../mutations/long-operation.tsx";
import { reasonFor, useAdminMutation } from "../mutations/use-admin-mutation.ts";
import { type Fixtures, importFixtures, previewImport, readFixtures } from "./import-queries.ts";
import { Preview } from "./preview.tsx";
import "./import.css";

/** The chosen file and how its content is interpreted. */
interface Source {
  file: File | null;
  league: string;
  season: string;
  timeZone: string;
}

interface Prepared {
  fixtures: Fixtures;
  plan: ImportPlanRow[];
}

/** Imports fixtures from a file: shows a preview, then imports everything in one transaction. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const [source, setSource] = useState<Source>({
    file: null,
    league: "",
    season: "",
    timeZone: "Europe/London",
  });
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const importing = useAdminMutation(
    importFixtures,
    {
      success: (result) =>
        `${plural(result.matches_added, "match", "matches")} added, ${result.matches_changed} moved, ${plural(result.results_entered, "result")} entered`,
      failure: "Nothing was imported. Please try again.",
    },
    { stale: [subject.teams, subject.dashboard, ...staleAfterResult], onDone: onClose },
  );

  const prepare = async (event: FormEvent) => {
    event.preventDefault();
    const { file, league, timeZone } = source;
    setPrepared(null);
    if (!file) return setProblem("Please choose a file");
    if (league === "") return setProblem("Please choose a competition");
    setProblem(null);
    setReading(true);
    try {
      const read = await readFixtures(file, timeZone);
      const season = source.season.trim() || read.season;
      if (!season) return setProblem("Please name the season, for example 2026/27");
      const fixtures = { league, season, timeZone, matches: read.matches };
      setSource({ ...source, season });
      setPrepared({ fixtures, plan: await previewImport(fixtures) });
    } catch (error) {
      setProblem(reasonFor(error, "The file could not be read. Please try again."));
    } finally {
      setReading(false);
    }
  };
  const refused = prepared?.plan.some(({ change }) => change === "refused") ?? false;
  const message = problem ?? importing.problem;

  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Import fixtures"
      description="An openfootball JSON file, or a CSV file with the columns round, home, away and date. Time and scores are optional."
    >
      <form className="import-form" noValidate onSubmit={(event) => void prepare(event)}>
        <SourceFields
          source={source}
          onChange={(next) => {
            setSource({ ...source, ...next });
            setPrepared(null);
          }}
        />
        <FormError message={message} className="whole-row" />
        {!prepared && (
          <div className="actions whole-row">
            <SubmitButton pending={reading}>Preview import</SubmitButton>
          </div>
        )}
      </form>
      {prepared && (
        <>
          <Preview plan={prepared.plan} />
          <Confirmation
            count={prepared.plan.length}
            refused={refused}
            pending={importing.isPending}
            onBack={() => setPrepared(null)}
            onImport={() => importing.mutate(prepared.fixtures)}
          />
        </>
      )}
    </Dialog>
  );
}

function SourceFields({ source, onChange }: { source: Source; onChange: (change: Partial<Source>) => void }) {
  return (
    <>
      <Field label="File" className="whole-row">
        <input
          type="file"
          accept=".json,.csv,application/json,text/csv"
          onChange={(event) => onChange({ file: event.target.files?.[0] ?? null })}
        />
      </Field>
      <Field label="Competition">
        <select value={source.league} onChange={(event) => onChange({ league: event.target.value })}>
          <option value="">Choose a competition</option>
          {competitions.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Season" hint="Leave empty to use the season in the file.">
        <input
          value={source.season}
          maxLength={40}
          placeholder="2026/27"
          onChange={(event) => onChange({ season: event.target.value })}
        />
      </Field>
      <Field label="Times are written in" className="whole-row">
        <select value={source.timeZone} onChange={(event) => onChange({ timeZone: event.target.value })}>
          {timeZones(backend().config.time_zone).map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </Field>
    </>
  );
}

interface ConfirmationProps {
  count: number;
  refused: boolean;
  pending: boolean;
  onBack: () => void;
  onImport: () => void;
}

function Confirmation({ count, refused, pending, onBack, onImport }: ConfirmationProps) {
  const matches = plural(count, "match", "matches");
  return (
    <>
      {pending && <LongOperation work={`Importing ${matches}.`} />}
      <div className="actions">
        <button type="button" className="btn secondary" onClick={onBack}>
          Back
        </button>
        <button
          type="button"
          className="btn"
          disabled={refused}
          aria-disabled={pending}
          onClick={() => !pending && onImport()}
        >
          {pending ? "Importing..." : `Import ${matches}`}
        </button>
      </div>
    </>
  );
}

/** England's time zone and the club's first, then all others that the browser supports. */
function timeZones(club: string): string[] {
  return [...new Set(["Europe/London", club, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
