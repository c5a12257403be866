import type { Fault } from "../fault.ts";

const ADMIN = "web/features/admin";
const MANAGING = "tests/e2e/admin/management.spec.ts";
const DASHBOARD = "tests/e2e/admin/dashboard.spec.ts";
const SUBSCRIPTION_ARCHIVES = "tests/e2e/admin/subscription-archives.spec.ts";

/** What only a browser notices. Each fault builds the page and opens a club, so there are few. */
export const SCREENS: readonly Fault[] = [
  {
    name: "prediction card: the away side's goals become the home side's",
    file: "web/features/matches/cards/open-card.tsx",
    find: "onGoals={(away) => saver.edit({ ...saver.state.draft, away })}",
    replace: "onGoals={(away) => saver.edit({ ...saver.state.draft, home: away })}",
    caughtBy: "tests/e2e/player/predicting.spec.ts",
    test: "a prediction that could not be saved stays on the card",
  },
  {
    name: "overview: every match counts as completed",
    file: `${ADMIN}/overview/summary-cards.tsx`,
    find: "{count(figures?.completed_matches)} completed",
    replace: "{count(figures?.total_matches)} completed",
    caughtBy: MANAGING,
    test: "the dashboard opens with its figures",
  },
  {
    name: "predictions: the list of missing players is not waited for",
    file: `${ADMIN}/predictions/predictions-panel.tsx`,
    find: "const lines = (await allMissingPlayers(rows)).map(",
    replace: "const lines = allMissingPlayers(rows).map(",
    caughtBy: MANAGING,
    test: "players without a prediction are a list to copy",
  },
  {
    name: "management: a deleted prediction stays in the list",
    file: `${ADMIN}/management/management-queries.ts`,
    find: "export const staleAfterManagement = [subject.dashboard, auditedPredictions, ...staleAfterResult] as const;",
    replace: "export const staleAfterManagement = [subject.dashboard, ...staleAfterResult] as const;",
    caughtBy: MANAGING,
    test: "a player's predictions, except open ones",
  },
  {
    name: "notifications: the quiet hours cannot be switched off",
    file: `${ADMIN}/notifications/quiet-hours.tsx`,
    find: 'if (!problem) save.mutate(isOn ? hours : { from: "00:00", to: "00:00" });',
    replace: "if (!problem) save.mutate(hours);",
    caughtBy: "tests/e2e/player/message-choices.spec.ts",
    test: "an admin sets and removes the quiet hours",
  },
  {
    name: "archives: a period of one day is refused",
    file: `${ADMIN}/leaderboard-archives/archive-queries.ts`,
    find: "return start > end ?",
    replace: "return start >= end ?",
    caughtBy: DASHBOARD,
    test: "leaderboard archives are created from a period",
  },
  {
    name: "home settings: a multiplier of 0 is not refused on the page",
    file: `${ADMIN}/home-settings/home-settings-queries.ts`,
    find: "if (!(jackpot.multiplier >= 1))",
    replace: "if (!(jackpot.multiplier >= 0))",
    caughtBy: DASHBOARD,
    test: "home settings count changes",
  },
  {
    name: "countdown: a countdown without a date is previewed",
    file: `${ADMIN}/countdown/countdown-panel.tsx`,
    find: '{countdown.enabled && countdown.title.trim() !== "" && until && (',
    replace: '{countdown.enabled && countdown.title.trim() !== "" && (',
    caughtBy: DASHBOARD,
    test: "the custom countdown is previewed only when complete",
  },
  {
    name: "import: no competition has to be chosen",
    file: `${ADMIN}/import/import-dialog.tsx`,
    find: 'if (league === "") return setProblem("Please choose a competition");',
    replace: "",
    caughtBy: "tests/e2e/admin/import.spec.ts",
    test: "an invalid file is refused with a message per line",
  },
  {
    name: "subscription archives: an empty archive is not announced as empty",
    file: `${ADMIN}/subscription-archives/archive-form.tsx`,
    find: "if (count === 0)",
    replace: "if (count !== 0)",
    caughtBy: SUBSCRIPTION_ARCHIVES,
  },
  {
    name: "audit: the filter is ignored",
    file: `${ADMIN}/audit/audit-panel.tsx`,
    find: "return action\n    ? query.ilike(",
    replace: "return !action\n    ? query.ilike(",
    caughtBy: SUBSCRIPTION_ARCHIVES,
  },
  {
    name: "API settings: the provider's reason for refusing a key is not shown",
    file: `${ADMIN}/api-settings/key-form.tsx`,
    find: '["api_error", "provider_unavailable"].includes(error.code);',
    replace: '["provider_unavailable"].includes(error.code);',
    caughtBy: "tests/e2e/admin/live-score-provider.spec.ts",
    test: "a key",
  },
  {
    name: "Home: the competitions chosen for Home have no effect for members",
    file: "web/features/home/home-page.tsx",
    find: "nextRound(shown.filter(isMine), now)",
    replace: "nextRound(matches.filter(isMine), now)",
    caughtBy: "tests/e2e/player/home.spec.ts",
    test: "a player's competitions that Home does not show",
  },
  {
    name: "security banner: it returns with every visit",
    file: "web/app/security-banner.tsx",
    find: "      rememberShown();\n",
    replace: "",
    caughtBy: "tests/e2e/player/navigation.spec.ts",
    test: "the security banner is shown once",
  },
];
