/** A batch as a query object of node-postgres: its documented extension point, the one that pg-cursor uses. */
import type { Connection, Submittable } from "pg";
import { DatabaseError } from "../database.ts";
import type { BatchReply } from "../wire/batch-reply.ts";
import type { Batch } from "../wire/prepared-statements.ts";

interface ServerError extends Error {
  code?: string;
  detail?: string;
  hint?: string;
  constraint?: string;
}

export class BatchQuery implements Submittable {
  readonly done: Promise<BatchReply>;
  #resolve: (reply: BatchReply) => void = () => {};

  constructor(private readonly batch: Batch) {
    this.done = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  submit(connection: Connection): void {
    const { reply } = this.batch;
    // The client passes on every message but this one; it comes before any row of the batch that follows.
    const parsed = () => reply.parsed();
    connection.on("parseComplete", parsed);
    this.done.then(() => connection.off("parseComplete", parsed));
    connection.stream.write(this.batch.bytes);
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.batch.reply.described(message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })));
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    this.batch.reply.row(message.fields);
  }

  handleCommandComplete(message: { text: string }): void {
    this.batch.reply.completed(message.text);
  }

  handleEmptyQuery(): void {
    this.batch.reply.completed("");
  }

  /** A refusal by the server, or a lost connection (which has no SQLSTATE: 08006, connection failure). */
  handleError(error: ServerError): void {
    const { reply } = this.batch;
    reply.error ??= new DatabaseError(
      error.message,
      error.code && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : "08006",
      error.detail ?? null,
      error.hint ?? null,
      error.constraint ?? null,
    );
    this.#resolve(reply);
  }

  handleReadyForQuery(): void {
    this.#resolve(this.batch.reply);
  }
}
