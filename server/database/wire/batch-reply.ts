/** Collects the server's messages for one batch into results, or its first error. */
import { DatabaseError, type Result } from "../database.ts";

export interface Field {
  name: string;
  dataTypeID: number;
}

/** What a connection stores about one prepared statement. */
export interface Prepared {
  /** The role that uses it. */
  scope: string;
  text: string;
  name: string;
  fields: readonly Field[];
  /** The recent duration of batches that end with this statement, in milliseconds; null before the first. */
  tookMs: number | null;
  /** Grows with every use on the connection. */
  lastUse: number;
}

type Row = (string | null)[];

export class BatchReply {
  error: DatabaseError | null = null;
  readonly results: Result[] = [];
  #parsed = 0;
  #rows: Row[] = [];

  constructor(
    readonly statements: readonly Prepared[],
    /** Indexes of `statements` whose Parse is sent in this batch. */
    private readonly fresh: readonly number[],
  ) {}

  parsed(): void {
    this.#parsed++;
  }

  described(fields: readonly Field[]): void {
    const statement = this.statements[this.results.length];
    if (statement) statement.fields = fields;
  }

  row(values: Row): void {
    this.#rows.push(values);
  }

  completed(tag: string): void {
    const fields = this.statements[this.results.length]?.fields ?? [];
    const [command = "", ...rest] = tag.split(" ");
    this.results.push({ fields, rows: this.#rows, command, rowCount: Number(rest.at(-1) ?? 0) || 0 });
    this.#rows = [];
  }

  failed(error: DatabaseError): void {
    this.error ??= error;
  }

  /** The statements that this batch should have prepared and did not; the connection must forget their names. */
  get unprepared(): readonly Prepared[] {
    return this.fresh.slice(this.#parsed).flatMap((index) => this.statements[index] ?? []);
  }

  /**
   * True if a prepared statement is stale: its table changed shape ("cached plan must not change result type"), or the
   * server does not know it because the batch that prepared it failed. The server kept nothing of this batch, so it can
   * be sent again with its own Parse.
   */
  get isStale(): boolean {
    const { error } = this;
    if (!error) return false;
    return (
      error.code === "26000" || (error.code === "0A000" && error.message.startsWith("cached plan must not"))
    );
  }
}

/** `fields` of an ErrorResponse, by the protocol's letters. */
export function errorOf(fields: ReadonlyMap<string, string>): DatabaseError {
  return new DatabaseError(
    fields.get("M") ?? "unknown error",
    fields.get("C") ?? "XX000",
    fields.get("D") ?? null,
    fields.get("H") ?? null,
    fields.get("n") ?? null,
  );
}
