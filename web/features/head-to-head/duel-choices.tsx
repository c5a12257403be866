import * as footballWords from "#words/football";
import * as words from "#words/head-to-head";
import { competitions } from "../../football/rules/competitions.ts";
import { useSearchParams } from "../../routing/location.tsx";

interface Props {
  competitionId: string;
  /** Null: all seasons. */
  season: string | null;
  seasons: readonly string[];
}

/** The choice of competition and season, which the address keeps. */
export function DuelChoices({ competitionId, season, seasons }: Props) {
  const [, setParameters] = useSearchParams();
  const choose = (key: string, value: string) =>
    setParameters(
      (known) => {
        known.set(key, value);
        if (key === "competition") known.delete("season");
        return known;
      },
      { replace: true, keepsScroll: true },
    );
  return (
    <div className="toolbar duel-choices">
      <label className="field">
        <span>{words.competition}</span>
        <select value={competitionId} onChange={(event) => choose("competition", event.target.value)}>
          <option value="overall">{footballWords.allCompetitions}</option>
          {competitions.map((known) => (
            <option key={known.id} value={known.id}>
              {known.name}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span>{words.season}</span>
        <select value={season ?? "all"} onChange={(event) => choose("season", event.target.value)}>
          {seasons.map((known) => (
            <option key={known} value={known}>
              {known}
            </option>
          ))}
          <option value="all">{words.allSeasons}</option>
        </select>
      </label>
    </div>
  );
}
