/** Numbers of rows after a step that may be under way. */
export class Steps {
  #before = 0;
  #after = 0;

  /** Runs a step that leads to `rows`. False if it was not acknowledged. */
  async take(rows: number, step: () => Promise<unknown>): Promise<unknown> {
    this.#after = rows;
    const answer = await step();
    if (answer !== null) this.#before = rows;
    return answer;
  }

  /** Throws unless one of the possible numbers of rows was found. */
  expect(what: string, found: number): void {
    if (found !== this.#before && found !== this.#after)
      throw new Error(`${what}: ${found} rows instead of ${this.#before} or ${this.#after}`);
  }
}
