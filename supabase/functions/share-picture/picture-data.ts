/** What public.share_picture_data() returns for each kind of picture. */

export interface PlayedMatch {
  home: string;
  away: string;
  home_score: number;
  away_score: number;
  my_home: number;
  my_away: number;
  points: number;
  /** Whether its points count twice. */
  is_double: boolean;
}

export interface MatchdayData {
  /** The name of the matchday, or the month in English. */
  title: string;
  /** The first day of the month; null for a matchday. */
  month: string | null;
  detail: string;
  user_id: string;
  name: string;
  points: number;
  rank: number;
  players: number;
  matches: readonly PlayedMatch[];
  /** The number of matches that are not listed, and their points. */
  more: number;
  more_points: number;
}

/** A match of OwnRoundData. The score is null until the match is completed, the points until they are counted and after a clearing. */
export type PickedMatch = Omit<PlayedMatch, "home_score" | "away_score" | "points"> & {
  home_score: number | null;
  away_score: number | null;
  points: number | null;
};

/** A member's predictions of the locked matches of a matchday. */
export interface OwnRoundData {
  /** The name of the matchday; null in a competition without rounds. */
  title: string | null;
  date: string;
  detail: string;
  user_id: string;
  name: string;
  points: number;
  /** Completed matches. */
  results: number;
  locked: number;
  /** The first ten. */
  matches: readonly PickedMatch[];
}

export interface MatchData {
  league: string;
  /** The day in English, and as 2026-11-21. */
  day: string;
  date: string;
  status: "upcoming" | "live" | "completed";
  home: string;
  away: string;
  home_score: number | null;
  away_score: number | null;
  my_home: number;
  my_away: number;
  points: number | null;
  is_double: boolean;
  user_id: string;
  name: string;
  /** Members with the same prediction, and all with one. */
  same: number;
  players: number;
  /** Predictions of a home win, a draw and an away win. */
  split: readonly [number, number, number];
}

export interface RankedRow {
  rank: number | null;
  user_id: string;
  name: string;
  points: number;
  is_own: boolean;
}

export interface LeaderboardData {
  league: string;
  players: number;
  matches: number;
  rows: readonly RankedRow[];
}

/** The first ten of a matchday, or of a month whose first day `month` is. */
export interface RoundData {
  title: string;
  month: string | null;
  detail: string;
  players: number;
  rows: readonly RankedRow[];
}

export interface GroupData {
  group: string;
  first_colour: string;
  second_colour: string;
  members: number;
  rows: readonly RankedRow[];
}

/** What the members of a group predicted for a match, after its lock. */
export interface PicksData {
  group: string;
  first_colour: string;
  second_colour: string;
  league: string;
  date: string;
  status: "upcoming" | "live" | "completed";
  home: string;
  away: string;
  home_score: number | null;
  away_score: number | null;
  /** Members with a prediction. */
  players: number;
  /** Those who predict a home win, a draw and an away win. */
  split: readonly [number, number, number];
  /** What most chose first, with the first names of a long list. */
  scores: readonly PickedScore[];
  /** Members with other scores. */
  more: number;
}

export interface PickedScore {
  home: number;
  away: number;
  players: number;
  names: readonly { name: string; is_double: boolean }[];
}

export interface InviteData {
  group: string;
  first_colour: string;
  second_colour: string;
  members: number;
  user_id: string;
  name: string;
}

/** What a link with a code says of itself. */
export interface TicketData {
  competition: string;
}

export interface HonourData {
  /** In English. */
  title: string;
  detail: string;
  /** The same in parts. */
  of:
    | { honour: "champion"; archive: string; competition: string }
    | {
        honour: "winner";
        round: string | null;
        month: string | null;
        competition: string | null;
        season: string | null;
      };
  /** Null for a former member. */
  user_id: string | null;
  name: string;
  points: number;
  players: number;
}

/** A member's season of a competition. What it does not have is null or missing. */
export interface SeasonData {
  /** The name of the archive; null while the season runs. */
  name: string | null;
  league: string;
  user_id: string;
  player: string;
  points: number;
  rank: number | null;
  players: number;
  perfect_scores: number;
  /** Won matchdays. */
  matchdays: number;
  /** The most predictions in a row with points. */
  run?: number | null;
  /** The perfect score that the fewest had. */
  call_home?: string | null;
  call_away?: string | null;
  call_home_score?: number | null;
  call_away_score?: number | null;
  call_players?: number | null;
  call_predictions?: number | null;
  /** The member with the closest points, and the matches with more and fewer points than that member. */
  rival_name?: string | null;
  rival_won?: number | null;
  rival_lost?: number | null;
}

/** A member in a tie of a cup. Without a name the member is not known yet, or there is none. */
export interface CupSide {
  user_id: string | null;
  name: string | null;
  /** Null before the round begins. */
  points: number | null;
  is_out: boolean;
  is_own: boolean;
}

export interface CupTie {
  sides: readonly [CupSide, CupSide];
  /** What decides it; null without a side that is ahead. */
  by: string | null;
}

/** A round of a cup. */
export interface CupColumn {
  number: number;
  /** Null if none is left. */
  matchday: string | null;
  state: "upcoming" | "running" | "over" | "settled" | "dropped" | null;
  ties: readonly CupTie[];
}

/** A part of the bracket of a cup, at most three rounds. */
export interface CupData {
  cup: string;
  league: string;
  /** Of the whole cup. */
  rounds: number;
  columns: readonly CupColumn[];
  winner: { user_id: string | null; name: string } | null;
}

export interface PictureData {
  matchday: MatchdayData;
  own_round: OwnRoundData;
  round: RoundData;
  match: MatchData;
  leaderboard: LeaderboardData;
  group: GroupData;
  picks: PicksData;
  invite: InviteData;
  honour: HonourData;
  season: SeasonData;
  cup: CupData;
}

export type PictureKind = keyof PictureData;
