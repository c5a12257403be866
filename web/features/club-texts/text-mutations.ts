import { backend } from "../../backend/connection/client.ts";
import { ensureSuccess } from "../../backend/connection/response.ts";
import type { DueConfirmationRow } from "../../backend/types/notices.ts";

/** Confirms the age and these terms for the signed-in member. */
export const confirmAge = ({ age, terms }: DueConfirmationRow) =>
  ensureSuccess(backend().rest.rpc("confirm_age", { _age: age, ...(terms !== null && { _terms: terms }) }));
