/** The demo's members: names, subscriptions and how well they predict. */
import { type Random, seededRandom } from "./random.ts";
import type { DemoMatch } from "./season.ts";

export interface DemoPlayer {
  name: string;
  email: string;
  phone: string | null;
  /** Competitions that the member has subscribed to. */
  subscriptions: string[];
  /** 0 guesses blindly, 1 knows every team's strength. */
  skill: number;
  /** The share of matches that the member predicts. */
  predictedShare: number;
}

const FIRST_NAMES = [
  "Aisha",
  "Anil",
  "Beatrice",
  "Callum",
  "Chloe",
  "Damien",
  "Devi",
  "Eleanor",
  "Farah",
  "Giovanni",
  "Hannah",
  "Ibrahim",
  "Jasmine",
  "Kiran",
  "Laura",
  "Marcus",
  "Nadia",
  "Oliver",
  "Priya",
  "Quentin",
  "Rajesh",
  "Sophie",
  "Thomas",
  "Usha",
  "Vincent",
  "Wendy",
  "Xavier",
  "Yasmin",
  "Zoë",
  "Émile",
];
const LAST_NAMES = [
  "Appadoo",
  "Beaumont",
  "Chan",
  "D'Souza",
  "Evans",
  "Fokeer",
  "Gopal",
  "Harel",
  "Iyer",
  "Jones",
  "Khan",
  "Lebrun",
  "Moutou",
  "Naidoo",
  "O'Brien",
  "Pillay",
];
const MEMBERS = 60;

export function demoPlayers(): DemoPlayer[] {
  const random = seededRandom(1863);
  return Array.from({ length: MEMBERS }, (_, index) => {
    const name = `${FIRST_NAMES[index % FIRST_NAMES.length]} ${LAST_NAMES[(index * 7 + Math.floor(index / 30) * 3) % LAST_NAMES.length]}`;
    return {
      name,
      email: `member${String(index + 1).padStart(2, "0")}@scoreline.example`,
      phone: index % 3 === 0 ? `+2305700${String(1000 + index)}` : null,
      subscriptions: ["premier_league", "fa_cup", "league_cup"].filter(
        (_, plan) => random.next() < ([0.93, 0.55, 0.6][plan] ?? 0),
      ),
      // The demo's player sign-in: near the top, but not first.
      skill: index === 0 ? 0.9 : random.next(),
      predictedShare: index === 0 ? 0.95 : 0.7 + random.next() * 0.3,
    };
  });
}

/** The player's predicted score, or null without one. Only half of the open matches have predictions. */
export function guess(player: DemoPlayer, match: DemoMatch, random: Random): [number, number] | null {
  if (random.next() > player.predictedShare * (match.kind === "open" ? 0.6 : 1)) return null;
  const [home, away] = match.means.map((mean) => 1.3 + (mean - 1.3) * player.skill * 1.4) as [number, number];
  // People predict 1-0, 2-1 and 1-1 more often than they happen: the average of the mean and a random score.
  const write = (mean: number): number =>
    Math.min(6, Math.round((mean + random.goals(Math.max(0.3, mean))) / 2));
  return [write(home), write(away)];
}
