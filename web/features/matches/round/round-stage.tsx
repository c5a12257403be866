import { X } from "lucide-react";
import { type ReactNode, type TouchEvent, useEffect, useRef } from "react";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { paths } from "../../../paths.ts";
import { Link } from "../../../routing/link.tsx";
import type { Steps } from "./round-frame.tsx";
import type { PickState } from "./round-states.ts";

/** How far a finger moves across the page to turn to another match, in px. */
const swipe = 60;

interface Props {
  title: string;
  match: MatchRow;
  /** Whether it can be predicted. */
  isOpen: boolean;
  steps: Steps;
  /** Of each match of the deck. */
  states: readonly PickState[];
  children: ReactNode;
}

/** The frame of one match after the other: where one is, and the ways from one to the next. */
export function RoundStage({ title, match, isOpen, steps, states, children }: Props) {
  const { at, count, onStep } = steps;
  const stage = useRef<HTMLElement>(null);
  const touched = useRef<{ x: number; y: number } | null>(null);
  useKeptFocus(stage, `${match.id} ${isOpen}`);
  useArrowKeys(steps);
  const onTouchEnd = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0];
    const from = touched.current;
    touched.current = null;
    if (!from || !touch) return;
    const along = touch.clientX - from.x;
    if (Math.abs(along) < swipe || Math.abs(along) < 2 * Math.abs(touch.clientY - from.y)) return;
    if (along < 0 || at > 0) onStep(along < 0 ? 1 : -1);
  };
  const teams = words.teams({
    home: clubName(match.home_team_name),
    away: clubName(match.away_team_name),
  });
  return (
    <section
      className="round-stage grass"
      aria-label={teams}
      ref={stage}
      onTouchStart={({ touches }) => {
        const { 0: touch, length } = touches;
        // Two fingers zoom.
        touched.current = touch && length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
      }}
      onTouchCancel={() => {
        touched.current = null;
      }}
      onTouchEnd={onTouchEnd}
    >
      <svg
        className="pitch-lines"
        viewBox="0 0 390 844"
        preserveAspectRatio="xMidYMin meet"
        aria-hidden="true"
      >
        <path d="M-600 204h1590" />
        <circle cx="195" cy="204" r="104" />
      </svg>
      <div className="round-bar">
        <Link className="ghost" to={paths.matches} replace aria-label={words.closeTheRound}>
          <X size={22} aria-hidden="true" />
        </Link>
        <h1>{title}</h1>
        <button type="button" className="ghost" onClick={() => onStep(count)}>
          <span aria-hidden="true">{words.numberOfAll({ number: at + 1, all: count })}</span>
          <span className="visually-hidden">{words.seeTheRound}</span>
        </button>
      </div>
      <div className="round-segments" role="img" aria-label={progressOf(states)}>
        {states.map((state, index) => (
          <i key={index} data-pick={state} className={index === at ? "current" : ""} />
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {words.matchOfRound({ number: at + 1, all: count, teams })}
      </p>
      {children}
    </section>
  );
}

/** `3 of 5 picked, 1 kept on this device, 1 locked without a pick` */
export function progressOf(states: readonly PickState[]): string {
  const count = (state: PickState) => states.filter((each) => each === state).length;
  const kept = count("kept");
  const missed = count("missed");
  return [
    words.predictedOfRound({ predicted: count("saved"), total: states.length }),
    ...(kept > 0 ? [words.countKept({ count: kept })] : []),
    ...(missed > 0 ? [words.countMissed({ count: missed })] : []),
  ].join(", ");
}

/** Left and right turn to another match, wherever the focus is on the page. */
function useArrowKeys({ at, onStep }: Steps): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target } = event;
      const isOnPage = target instanceof Element && (target === document.body || target.closest("#main"));
      if (!isOnPage || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (key === "ArrowRight") onStep(1);
      else if (key === "ArrowLeft" && at > 0) onStep(-1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [at, onStep]);
}

/**
 * Another match has other fields, and a locked one has none. The focus goes to the first of them if it was in a field that is
 * gone, or to the large button.
 */
function useKeptFocus(stage: { current: HTMLElement | null }, shown: string): void {
  const last = useRef({ shown, isField: false });
  useEffect(() => {
    const note = () => {
      last.current.isField = document.activeElement instanceof HTMLInputElement;
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useEffect(() => {
    if (last.current.shown === shown) return;
    last.current.shown = shown;
    if (document.activeElement !== document.body) return;
    const target = last.current.isField ? stage.current?.querySelector("input") : null;
    (target ?? stage.current?.querySelector<HTMLElement>("[data-main]"))?.focus({ preventScroll: true });
  }, [stage, shown]);
}
