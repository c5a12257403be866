/** The name and version (semver.org) of the program, from its package.json. */
import program from "../package.json" with { type: "json" };

/** A word of small letters: also part of names in the database, of files and of metrics. */
export const PROGRAM: string = program.name;
export const VERSION: string = program.version;
