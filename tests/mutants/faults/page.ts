import type { Fault } from "../fault.ts";

const MATCHES = "web/features/matches";
const ADMIN = "web/features/admin";

export const PREDICTION_CARD: readonly Fault[] = [
  {
    name: "a match is open at the instant of its lock",
    file: `${MATCHES}/match-state.ts`,
    find: 'match.status === "upcoming" && now < Date.parse(match.locks_at)',
    replace: 'match.status === "upcoming" && now <= Date.parse(match.locks_at)',
    caughtBy: `${MATCHES}/match-state.test.ts`,
  },
  {
    name: "the coming round is the first day only",
    file: `${MATCHES}/match-state.ts`,
    find: "const roundLength = 4 * 24 * 3_600_000;",
    replace: "const roundLength = 24 * 3_600_000;",
    caughtBy: `${MATCHES}/match-state.test.ts`,
  },
  {
    name: "a prediction with one score is saved with 0 goals",
    file: `${MATCHES}/saving/prediction-state.ts`,
    find: "return home === null || away === null ? null : { home, away };",
    replace: "return home === null && away === null ? null : { home: home ?? 0, away: away ?? 0 };",
    caughtBy: `${MATCHES}/saving/prediction-state.test.ts`,
  },
  {
    name: "another device overwrites what is being typed",
    file: `${MATCHES}/saving/prediction-state.ts`,
    find: 'return state.phase.kind === "resting" && !isTouched(state) ? startOf(event.prediction) : state;',
    replace: 'return state.phase.kind === "resting" ? startOf(event.prediction) : state;',
    caughtBy: `${MATCHES}/saving/prediction-state.test.ts`,
  },
  {
    name: "a failed prediction loses its values",
    file: `${MATCHES}/saving/prediction-state.ts`,
    find: 'return { ...state, phase: unlessInvalid(state, { kind: "failed" }) };',
    replace: 'return { ...startOf(state.saved), phase: unlessInvalid(state, { kind: "failed" }) };',
    caughtBy: `${MATCHES}/saving/prediction-state.test.ts`,
  },
  {
    name: "two saves of one prediction run at the same time",
    file: `${MATCHES}/saving/prediction-saver.ts`,
    find: "if (this.#isSending) return;",
    replace: "",
    caughtBy: `${MATCHES}/saving/prediction-state.test.ts`,
  },
  {
    name: "a failed prediction is retried every five seconds for ever",
    file: `${MATCHES}/saving/prediction-saver.ts`,
    find: "firstRetry * 2 ** (this.#failures - 1)",
    replace: "firstRetry",
    caughtBy: `${MATCHES}/saving/prediction-saver.test.ts`,
  },
  {
    name: "an unsaved prediction overwrites a later one of another device",
    file: `${MATCHES}/saving/prediction-saver.ts`,
    find: "else if (isLastWord(unsaved, stored)) saver.resume(unsaved);",
    replace: "else if (unsaved) saver.resume(unsaved);",
    caughtBy: `${MATCHES}/saving/prediction-saver.test.ts`,
  },
  {
    name: "the page previews a point for a wrong outcome",
    file: "web/football/rules/points.ts",
    find: "return outcomeOf(prediction) === outcomeOf(score) ? 1 : 0;",
    replace: "return outcomeOf(prediction) === outcomeOf(score) ? 0 : 1;",
    caughtBy: "web/football/rules/points.test.ts",
  },
  {
    name: "51 goals can be typed",
    file: "web/football/rules/points.ts",
    find: "if (goals > maxGoals)",
    replace: "if (goals > maxGoals + 1)",
    caughtBy: "web/football/rules/points.test.ts",
  },
];

export const ROUTES: readonly Fault[] = [
  {
    name: "players enter the admins' pages",
    file: "web/session/route-guard.tsx",
    find: 'return state.isAdmin ? "allow" : "redirect";',
    replace: 'return "allow";',
    caughtBy: "web/session/route-guard.test.ts",
  },
  {
    name: "an admin is redirected while the role is checked",
    file: "web/session/route-guard.tsx",
    find: 'if (!state.roleKnown) return "wait";',
    replace: "",
    caughtBy: "web/session/route-guard.test.ts",
  },
  {
    name: "visitors enter the members' pages",
    file: "web/session/route-guard.tsx",
    find: 'if (!state.user || !state.session) return "redirect";',
    replace: 'if (state.user && !state.session) return "redirect";',
    caughtBy: "web/session/route-guard.test.ts",
  },
  {
    name: "a recovery link with its type in the hash is not recognised",
    file: "web/session/recovery.ts",
    find: 'return named(search) || named(hash.replace(/^#/, ""));',
    replace: "return named(search) || named(hash);",
    caughtBy: "web/session/recovery.test.ts",
  },
  {
    name: "a password of seven characters is accepted",
    file: "web/session/account-rules.ts",
    find: 'z.minLength(8, "Password must be at least 8 characters"),',
    replace: 'z.minLength(7, "Password must be at least 8 characters"),',
    caughtBy: "web/session/account-rules.test.ts",
  },
  {
    name: "the service worker answers data from its cache",
    file: "web/service-worker/requests.ts",
    find: "|realtime|rest|storage)",
    replace: "|realtime|storage)",
    caughtBy: "web/service-worker/requests.test.ts",
  },
];

/** The dashboard's tabs whose rules have unit tests. */
export const ADMIN_RULES: readonly Fault[] = [
  {
    name: "codes: today is a day in the past",
    file: `${ADMIN}/codes/code-rules.ts`,
    find: "if (expiresOn < today) return",
    replace: "if (expiresOn <= today) return",
    caughtBy: `${ADMIN}/codes/code-rules.test.ts`,
  },
  {
    name: "matches: a team plays itself in other capitals",
    file: `${ADMIN}/matches/match-rules.ts`,
    find: "if (home.trim().toLowerCase() === away.trim().toLowerCase())",
    replace: "if (home === away)",
    caughtBy: `${ADMIN}/matches/match-rules.test.ts`,
  },
  {
    name: "matches: half a score is saved",
    file: `${ADMIN}/matches/match-rules.ts`,
    find: "if (h === null || h === undefined || a === null || a === undefined)",
    replace: "if (h === null || h === undefined || a === undefined)",
    caughtBy: `${ADMIN}/matches/match-rules.test.ts`,
  },
  {
    name: "news: 101 words are accepted",
    file: `${ADMIN}/news/news-rules.ts`,
    find: "return wordsIn(content) > maxWords ?",
    replace: "return wordsIn(content) > maxWords + 1 ?",
    caughtBy: `${ADMIN}/news/news-rules.test.ts`,
  },
  {
    name: "news: a picture of exactly 5 MB is accepted",
    file: `${ADMIN}/news/news-rules.ts`,
    find: "return size >= maxBytes ?",
    replace: "return size > maxBytes ?",
    caughtBy: `${ADMIN}/news/news-rules.test.ts`,
  },
  {
    name: "teams: a logo may be a script",
    file: `${ADMIN}/teams/team-rules.ts`,
    find: "return /^https?:$/.test(new URL(text).protocol);",
    replace: "return URL.canParse(text);",
    caughtBy: `${ADMIN}/teams/team-rules.test.ts`,
  },
  {
    name: "scheduled work: an hour reads as sixty minutes",
    file: `${ADMIN}/scheduled-work/interval-label.ts`,
    find: '["hour", 3_600],',
    replace: "",
    caughtBy: `${ADMIN}/scheduled-work/interval-label.test.ts`,
  },
  {
    name: "home settings: the jackpot's deduction may exceed 100 per cent",
    file: "web/football/rules/club-settings.ts",
    find: "deductionPercent: Math.min(\n      100,",
    replace: "deductionPercent: Math.min(\n      1000,",
    caughtBy: "web/football/rules/club-settings.test.ts",
  },
  {
    name: "users: an exported cell can be a formula",
    file: "web/ui/text/csv.ts",
    find: "escapeFormulae: FORMULA",
    replace: "escapeFormulae: false",
    caughtBy: "web/ui/text/csv.test.ts",
  },
  {
    name: "users: a phone number in an export loses its plus sign in spreadsheets",
    file: "web/ui/text/csv.ts",
    find: "row.map(phoneInGroups)",
    replace: "[...row]",
    caughtBy: "web/ui/text/csv.test.ts",
  },
  {
    name: "users: a formula that starts like a phone number is not escaped",
    file: "web/ui/text/csv.ts",
    find: "(?: \\d{1,4})+$)",
    replace: "(?: \\d{1,4})+)",
    caughtBy: "web/ui/text/csv.test.ts",
  },
];
