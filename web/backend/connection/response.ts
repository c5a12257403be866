/** A failed request, with the server's code and HTTP status, from which `messageFor` derives the message. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Answer<Data> {
  data: Data;
  error: { message: string; code: string } | null;
  status: number;
}

/** Resolves to the data of a REST answer, or throws RequestError. */
export async function dataOf<Data>(request: PromiseLike<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, status } = await request;
  if (error) throw new RequestError(error.message, error.code, status);
  // not a text: for developers
  if (data === null || data === undefined) throw new RequestError("empty answer", "", status);
  return data;
}

/** For writes without a result: resolves, or throws RequestError. */
export async function ensureSuccess(request: PromiseLike<Answer<unknown>>): Promise<void> {
  const { error, status } = await request;
  if (error) throw new RequestError(error.message, error.code, status);
}
