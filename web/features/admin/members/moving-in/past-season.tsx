import { useState } from "react";
import * as words from "#words/admin-members";
import { competitions } from "../../../../football/rules/competitions.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { PeriodForm } from "../../shared/archives/period-form.tsx";
import type { PastTable } from "./moving-in-queries.ts";
import { PastTablePreview } from "./past-table-preview.tsx";
import { readPool } from "./read-pool.ts";

const newSeason = () => ({
  name: "",
  description: words.ofAnotherPool,
  league: competitions[0]?.name ?? "",
  start: "",
  end: "",
  text: "",
});

/** Organisers archive the final table of a past season of another pool. */
export function PastSeason() {
  const [season, setSeason] = useState(newSeason);
  const [problem, setProblem] = useState<string | null>(null);
  const [table, setTable] = useState<PastTable | null>(null);
  const change = (changed: Partial<typeof season>) => setSeason({ ...season, ...changed });
  const submit = () => {
    const { text, ...fields } = season;
    const { lines } = readPool(text);
    const missing = [fields.name.trim(), fields.start, fields.end].includes("") || lines.length === 0;
    const found = missing
      ? words.fillInThePastSeason
      : fields.start > fields.end
        ? words.startMustBeBeforeEnd
        : null;
    setProblem(found);
    if (found === null) setTable({ ...fields, lines });
    // The input is not saved before the table is archived.
    return false;
  };
  return (
    <section className="moving-in" aria-labelledby="past-season">
      <div className="section-head">
        <h3 id="past-season">{words.pastSeason}</h3>
        <p>{words.whatPastSeasonsAre}</p>
      </div>
      {table === null ? (
        <PeriodForm
          fields={season}
          onChange={change}
          onSubmit={submit}
          namePlaceholder={words.nameOfAPastSeason}
          endHint={words.daysOfThePastSeason}
          problem={problem}
          pending={false}
          submitLabel={words.checkTheTable}
        >
          <Field label={words.competitionOfTheTable}>
            <select value={season.league} onChange={({ target }) => change({ league: target.value })}>
              {competitions.map(({ id, name }) => (
                <option key={id} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </Field>
          <Field label={words.tableOfThePastSeason} hint={words.hintOfThePastTable}>
            <textarea
              rows={8}
              spellCheck={false}
              // not a text: places, names and points
              placeholder={"1; Amina Ramgoolam; 340\n2; Ben Li; 329"}
              value={season.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          </Field>
        </PeriodForm>
      ) : (
        <PastTablePreview
          table={table}
          onBack={() => setTable(null)}
          onArchived={() => {
            setTable(null);
            setSeason(newSeason());
          }}
        />
      )}
    </section>
  );
}
