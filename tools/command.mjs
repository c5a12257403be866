/** Installs and builds what is missing and runs a command of build/commands: node tools/command.mjs import FILE ... */
import { ensureInstalled } from "./install.mjs";

const [name] = process.argv.splice(2, 1);
// Scripts read a command's output, so messages of the installation must not mix with it.
const print = console.log;
console.log = console.error;
ensureInstalled({ dev: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
console.log = print;
await import(`../build/commands/${name}.js`);
