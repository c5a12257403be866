/** Scans the text of one parameter. Reports errors at the same position as PostgREST's parser. */
import { parseFailure, type RestError } from "../errors.ts";

/** Deeper nesting would only exhaust the stack. */
const MAX_DEPTH = 40;

export class Scanner {
  #at = 0;
  #depth = 0;

  constructor(
    readonly text: string,
    private readonly what: string,
  ) {}

  get atEnd(): boolean {
    return this.#at >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.#at);
  }

  startsWith(literal: string): boolean {
    return this.text.startsWith(literal, this.#at);
  }

  /** Consumes `literal` if it comes next. */
  skip(literal: string): boolean {
    if (!this.startsWith(literal)) return false;
    this.#at += literal.length;
    return true;
  }

  /** Consumes the match of a sticky (`y`) pattern, or returns null. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  expect(literal: string): void {
    if (!this.skip(literal)) throw this.failure(`"${literal}"`);
  }

  expectEnd(): void {
    if (!this.atEnd) throw this.failure("end of input");
  }

  rest(): string {
    const rest = this.text.slice(this.#at);
    this.#at = this.text.length;
    return rest;
  }

  /** Runs `parse`. If it fails, restores the position and returns null. */
  attempt<T>(parse: () => T | null): T | null {
    const start = this.#at;
    const value = parse();
    if (value === null) this.#at = start;
    return value;
  }

  nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw this.failure(`at most ${MAX_DEPTH} levels`);
    const value = parse();
    this.#depth--;
    return value;
  }

  spaces(): void {
    this.match(/[ \t]*/y);
  }

  /** `ahead` is the distance to the unexpected character. */
  failure(expecting: string, ahead = 0): RestError {
    return parseFailure(this.what, this.#at + 1, this.text.charAt(this.#at + ahead), expecting);
  }
}
