/** Vitest's default reporter, which also says how many files are done, so that a plain log shows how far a run is. */
import { DefaultReporter, type TestModule, type TestSpecification } from "vitest/node";

const PRINTED_EVERY = 10;

export default class NumberedFiles extends DefaultReporter {
  #files = 0;
  #done = 0;

  override onTestRunStart(files: readonly TestSpecification[]): void {
    this.#files = files.length;
    super.onTestRunStart(files);
  }

  override onTestModuleEnd(file: TestModule): void {
    super.onTestModuleEnd(file);
    this.#done += 1;
    if (this.#done % PRINTED_EVERY === 0 || this.#done === this.#files)
      this.log(`-- ${this.#done} of ${this.#files} files done`);
  }
}
