/** The version of the program (semver.org), from package.json. */
import program from "../package.json" with { type: "json" };

export const VERSION: string = program.version;
