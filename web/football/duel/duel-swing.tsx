import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import * as words from "#words/football";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { Crest } from "../components/crest.tsx";
import { Mark } from "../components/form-marks.tsx";
import { areDoubled } from "../doubles/doubles-rule.ts";
import { kindOfPoints } from "../rules/points.ts";

interface FoldProps {
  title: string;
  note?: string;
  startsOpen?: boolean;
  children: ReactNode;
}

/** Folded matches or ties. They are drawn when it is opened, because there may be thousands. */
export function DuelFold({ title, note, startsOpen = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details
      className="duel-fold"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>
          <span>{title}</span> {note && <small>{note}</small>}
        </span>
        <ChevronDown size={22} aria-hidden="true" />
      </summary>
      {isOpen && children}
    </details>
  );
}

// not a text: class names
const swingClasses = { "-1": "swing-points loss", 0: "swing-points", 1: "swing-points gain" } as const;

interface SwingProps {
  match: Pick<HeadToHeadRow, "home_team_name" | "away_team_name" | "home_score" | "away_score">;
  /** The first player's points minus those of the second one; null without a score. */
  swing: number | null;
  /** Below the swing, in place of the usual label. */
  label?: string | undefined;
  /** The picks, and what else is known of the match. */
  children: ReactNode;
}

/** A line of a list: a match and what it changes between two players. */
export function DuelSwing({ match, swing, label, children }: SwingProps) {
  const usual = swing === null ? words.open : words.labelOfPoints({ points: Math.abs(swing) });
  return (
    <li className="swing">
      <span className={swingClasses[Math.sign(swing ?? 0) as -1 | 0 | 1]}>
        <span>{swing === null ? "–" : signed(swing)}</span>
        <small>{label ?? usual}</small>
      </span>
      <div>
        <p className="swing-match">
          <span>
            <Crest team={match.home_team_name} size="small" />
            <span>{clubName(match.home_team_name)}</span>
          </span>{" "}
          <b>{swing === null ? words.versus : `${match.home_score}–${match.away_score}`}</b>{" "}
          <span>
            <span>{clubName(match.away_team_name)}</span>
            <Crest team={match.away_team_name} size="small" />
          </span>
        </p>
        <p className="swing-picks">{children}</p>
      </div>
    </li>
  );
}

function signed(swing: number): string {
  if (swing === 0) return "0";
  return swing > 0 ? `+${swing}` : `−${-swing}`;
}

interface PickProps {
  name: string;
  home: number | null;
  away: number | null;
  points: number | null;
}

/** A player's pick with what it earned. */
export function DuelPick({ name, home, away, points }: PickProps) {
  return (
    <span>
      <span>{name}</span>{" "}
      <Mark
        kind={points === null ? "none" : kindOfPoints(points)}
        isDouble={points !== null && areDoubled(points)}
      />
      <b>{home === null ? words.noPick : `${home}–${away}`}</b>
      {points !== null && (
        <span className="visually-hidden">{`, ${words.countOfPoints({ count: points })}`}</span>
      )}
    </span>
  );
}
