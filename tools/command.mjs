/** Runs a command of build/commands, after installing and building what is missing: node tools/command.mjs import FILE ... */
import { ensureInstalled } from "./install.mjs";

const [name] = process.argv.splice(2, 1);
// Commands print what scripts read: what happens before them must not mix with it.
const print = console.log;
console.log = console.error;
ensureInstalled({ dev: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
console.log = print;
await import(`../build/commands/${name}.js`);
