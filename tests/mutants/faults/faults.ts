/** Every fault, by subject. */
import type { Fault } from "../fault.ts";
import { ACCESS } from "./access.ts";
import { FACTORS_AND_CHANGES, GRANTS, RATE_LIMITS, RECOVERY, TOKENS } from "./accounts.ts";
import { IMPORTS, MESSAGES } from "./club.ts";
import { ADMIN_WRITES_AND_SEARCH } from "./contract.ts";
import { DATA_API } from "./data-api.ts";
import { FOREIGN } from "./foreign.ts";
import { LOCK, SCORING, SUBSCRIPTIONS } from "./game.ts";
import { GROUP_FAULTS } from "./groups.ts";
import { HONOUR_FAULTS } from "./honours.ts";
import { ODD_INPUTS } from "./inputs.ts";
import { HELPER_FAULTS, LEAKS } from "./leaks.ts";
import { MEMBERS } from "./members.ts";
import { NETWORK } from "./network.ts";
import { ORGANISERS } from "./organisers.ts";
import { ADMIN_RULES, PREDICTION_CARD, ROUTES } from "./page.ts";
import { ADMISSION_CONTROL, RUNNING } from "./running.ts";
import { SCREENS } from "./screens.ts";
import { EMBEDDED, REALTIME, REST } from "./services.ts";
import { STORAGE } from "./storage.ts";

export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  access: ACCESS,
  leaks: LEAKS,
  helpers: HELPER_FAULTS,
  lock: LOCK,
  scoring: SCORING,
  subscriptions: SUBSCRIPTIONS,
  groups: GROUP_FAULTS,
  honours: HONOUR_FAULTS,
  "organisers' mistakes": ORGANISERS,
  "admin writes and search": ADMIN_WRITES_AND_SEARCH,
  "sign-in": GRANTS,
  "factors and account changes": FACTORS_AND_CHANGES,
  "rate limits": RATE_LIMITS,
  tokens: TOKENS,
  recovery: RECOVERY,
  rest: REST,
  "the data API in detail": DATA_API,
  storage: STORAGE,
  realtime: REALTIME,
  "admission control": ADMISSION_CONTROL,
  "odd inputs": ODD_INPUTS,
  network: NETWORK,
  "embedded database": EMBEDDED,
  "foreign folders": FOREIGN,
  imports: IMPORTS,
  members: MEMBERS,
  messages: MESSAGES,
  "prediction card": PREDICTION_CARD,
  routes: ROUTES,
  "admin rules": ADMIN_RULES,
  "running a club": RUNNING,
  screens: SCREENS,
};
