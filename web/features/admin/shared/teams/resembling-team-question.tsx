import * as words from "#words/admin";
import { resemblingTeam } from "../../../../football/rules/resembling-team.ts";

interface Props {
  /** A name that no team of the club has. */
  name: string;
  teams: readonly string[];
  /** Takes the team that the club has; absent where only a new team makes sense. */
  onUse?: (team: string) => void;
}

/** Asks whether a new name means a team that the club has; nothing if it resembles none. */
export function ResemblingTeamQuestion({ name, teams, onUse }: Props) {
  const team = resemblingTeam(name, teams);
  if (team === undefined) return null;
  return (
    <p className="hint" role="status">
      <span>{onUse ? words.doYouMean({ team }) : words.isThisAnotherTeam({ team })}</span>{" "}
      {onUse && (
        <button type="button" className="btn secondary small" onClick={() => onUse(team)}>
          {words.useTeam({ team })}
        </button>
      )}
    </p>
  );
}
