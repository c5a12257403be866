/** npm run dev: the page from its sources with hot reload, before a host that restarts on change. Uses the data folder of npm start. */
import { spawn } from "node:child_process";
import { createServer as createProbe } from "node:net";
import { ensureWords } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";

const { PORT = "3000", HOST = "127.0.0.1", SITE_URL = `http://${HOST}:${PORT}` } = process.env;

ensureInstalled({ dev: true });
await ensureWords();
const hostPort = await freePort();
const host = spawn(
  "node_modules/.bin/tsx",
  ["watch", "--clear-screen=false", "--include", "server/**/*.sql", "server/main.ts"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      HOST: "127.0.0.1",
      PORT: String(hostPort),
      SITE_URL,
      API_EXTERNAL_URL: process.env.API_EXTERNAL_URL ?? SITE_URL,
      WEB_DIR: "none",
    },
  },
);
host.once("exit", (code) => process.exit(code ?? 0));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => host.kill(signal));

// vite.config.ts proxies API requests there.
process.env.HOST_URL = `http://127.0.0.1:${hostPort}`;
const { createServer } = await import("vite");
const page = await createServer({ server: { host: HOST, port: Number(PORT), strictPort: true } });
await page.listen();
page.printUrls();
page.watcher.add(["words/en", "words/fr", "words/mfe"]).on("change", (path) => {
  if (/\.(json|po)$/.test(path)) spawn(process.execPath, ["tools/build.mjs", "words"], { stdio: "inherit" });
});

function freePort() {
  return new Promise((resolve) => {
    const probe = createProbe().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
