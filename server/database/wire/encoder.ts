/** Encodes frontend messages of PostgreSQL's protocol 3.0 into one buffer. All values are text. */
import { DatabaseError, type Param } from "../database.ts";

const CODE = {
  parse: 0x50,
  bind: 0x42,
  describe: 0x44,
  execute: 0x45,
  close: 0x43,
  sync: 0x53,
  query: 0x51,
} as const;
const STATEMENT = 0x53;
const LARGEST_KEPT = 256 * 1024;

export class Encoder {
  #buffer: Buffer;
  #end = 0;

  constructor(size = 4096) {
    this.#buffer = Buffer.allocUnsafe(size);
  }

  /** Drops what a failed encoding may have left, and the memory that a large one needed. */
  start(): void {
    this.#end = 0;
    if (this.#buffer.length > LARGEST_KEPT) this.#buffer = Buffer.allocUnsafe(LARGEST_KEPT);
  }

  parse(name: string, text: string): this {
    const start = this.#begin(CODE.parse);
    this.#cstring(name);
    this.#cstring(text);
    this.#int16(0); // no parameter types: the casts in the text decide
    return this.#finish(start);
  }

  bind(name: string, params: readonly Param[]): this {
    const start = this.#begin(CODE.bind);
    this.#cstring(""); // the unnamed portal
    this.#cstring(name);
    this.#int16(0); // every parameter is text
    this.#int16(params.length);
    for (const param of params) this.#value(param);
    this.#int16(0); // every result column is text
    return this.#finish(start);
  }

  /** Describe of a prepared statement, not of a portal, so that its columns can be kept for every later Bind. */
  describe(name: string): this {
    const start = this.#begin(CODE.describe);
    this.#byte(STATEMENT);
    this.#cstring(name);
    return this.#finish(start);
  }

  execute(): this {
    const start = this.#begin(CODE.execute);
    this.#cstring("");
    this.#int32(0); // all rows
    return this.#finish(start);
  }

  close(name: string): this {
    const start = this.#begin(CODE.close);
    this.#byte(STATEMENT);
    this.#cstring(name);
    return this.#finish(start);
  }

  sync(): this {
    return this.#finish(this.#begin(CODE.sync));
  }

  /** A simple query: several statements in one implicit transaction. */
  query(script: string): this {
    const start = this.#begin(CODE.query);
    this.#cstring(script);
    return this.#finish(start);
  }

  /** A copy of what was written since start(). */
  take(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#end));
  }

  #begin(code: number): number {
    this.#byte(code);
    this.#reserve(4);
    this.#end += 4;
    return this.#end - 4;
  }

  #finish(start: number): this {
    this.#buffer.writeInt32BE(this.#end - start, start);
    return this;
  }

  #value(param: Param): void {
    if (param === null) {
      this.#int32(-1);
      return;
    }
    const length = Buffer.byteLength(param);
    this.#int32(length);
    this.#reserve(length);
    this.#end += this.#buffer.write(param, this.#end, length, "utf8");
  }

  #cstring(text: string): void {
    if (text.includes("\0")) throw new DatabaseError("invalid byte sequence: 0x00", "22021"); // it would end the name here
    const length = Buffer.byteLength(text);
    this.#reserve(length + 1);
    this.#end += this.#buffer.write(text, this.#end, length, "utf8");
    this.#buffer[this.#end++] = 0;
  }

  #byte(value: number): void {
    this.#reserve(1);
    this.#buffer[this.#end++] = value;
  }

  #int16(value: number): void {
    this.#reserve(2);
    this.#end = this.#buffer.writeUInt16BE(value, this.#end);
  }

  #int32(value: number): void {
    this.#reserve(4);
    this.#end = this.#buffer.writeInt32BE(value, this.#end);
  }

  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#end + bytes));
    this.#buffer.copy(grown, 0, 0, this.#end);
    this.#buffer = grown;
  }
}
