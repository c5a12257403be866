/** The transaction around a request's statements: the pre-request function, the end and the settings. */
import type { Result, Statement } from "../../database/database.ts";
import type { ApiRequest } from "../request/api-request.ts";
import type { ServiceSettings } from "../schema-cache/types.ts";
import { identifier, qualified } from "../sql-text.ts";
import type { Execution } from "./execution.ts";

/** Deferred constraints are checked before the rollback. Source: PostgREST's MainTx.hs, optionalRollback. */
const ROLLBACK: readonly Statement[] = [{ text: "set constraints all immediate" }, { text: "rollback" }];

export function withinTransaction(
  execution: Execution,
  { preferences }: ApiRequest,
  { preRequest, end }: ServiceSettings,
): { execution: Execution; settings: Record<string, string> } {
  const before = preRequest
    ? [
        {
          text: `select ${preRequest.schema === null ? identifier(preRequest.name) : qualified({ schema: preRequest.schema, name: preRequest.name })}()`,
        },
      ]
    : [];
  const after = (preferences.tx ?? end) === "rollback" ? ROLLBACK : [];
  return {
    execution: {
      ...execution,
      statements: [...before, ...execution.statements, ...after],
      answer: (results: readonly Result[]) => execution.answer(results.slice(before.length)),
    },
    settings: {
      ...(execution.readOnly ? { transaction_read_only: "on" } : {}),
      ...(preferences.timezone === null ? {} : { timezone: preferences.timezone }),
      ...execution.settings,
    },
  };
}
