import { BAD_GATEWAY } from "../requests/service-answer.ts";

/**
 * A failed request, with the server's code and HTTP status, from which `messageFor` derives the message. `details` are the facts of
 * a refusal (web/backend/sentences).
 */
export class RequestError extends Error {
  override readonly name = "RequestError";
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
    readonly details = "",
  ) {
    super(message);
  }
}

interface Answer<Data> {
  data: Data;
  error: { message: string; code: string; details?: string } | null;
  status: number;
}

/** Resolves to the data of a REST answer, or throws RequestError. */
export async function dataOf<Data>(request: PromiseLike<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, status } = await request;
  if (error) throw failure(error, status);
  // Rows were asked for, so an answer without them is not of the service.
  if (data === null || data === undefined) throw new RequestError("", "", BAD_GATEWAY);
  return data;
}

/** For writes without a result: resolves, or throws RequestError. */
export async function ensureSuccess(request: PromiseLike<Answer<unknown>>): Promise<void> {
  const { error, status } = await request;
  if (error) throw failure(error, status);
}

function failure({ message, code, details }: NonNullable<Answer<unknown>["error"]>, status: number) {
  return new RequestError(message, code, status, details ?? undefined);
}
