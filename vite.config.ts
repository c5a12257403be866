import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** The two board fonts carry every title and number: ask for them together with the stylesheet, not after it. */
function preloadBoardFonts(): Plugin {
  return {
    name: "preload-board-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, context) =>
        Object.keys(context.bundle ?? {})
          .filter((file) => /barlow-condensed-latin-[67]00-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/${file}`, crossorigin: "" },
            injectTo: "head-prepend" as const,
          })),
    },
  };
}

/** In development the page comes from Vite and everything else from a running host. */
const host = process.env.HOST_URL ?? "http://127.0.0.1:3000";
const services = [
  "/auth/v1",
  "/rest/v1",
  "/functions/v1",
  "/storage/v1",
  "/config.json",
  "/outbox",
  "/healthz",
];

/** What the package names is its development build, whose warnings a club would carry along. */
const reactRouter = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url));

export default defineConfig({
  root: "web",
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: reactRouter("index.mjs") },
      { find: /^react-router\/dom$/, replacement: reactRouter("dom-export.mjs") },
    ],
  },
  plugins: [react(), tailwindcss(), preloadBoardFonts()],
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    // Fonts stay files of their own: inlined they could be neither cached nor preloaded.
    assetsInlineLimit: 0,
    // What the page itself has loaded, no part has to ask for again.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === "html"
          ? parts
          : parts.filter((part) => !/\/(?:rolldown-runtime|platform|shell|styles)-/.test(part)),
    },
    rolldownOptions: {
      output: {
        // The first script names every file of the page, so each letter of a name is fetched before Home.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          // One file of libraries that changes with the lockfile only, and one of what every page needs of ours.
          groups: [
            // One sheet for whatever a player sees: each that comes later has the whole page styled anew.
            {
              name: "styles",
              test: /\/web\/(?:app|session|football|ui|features\/(?!admin|live-scores)[^/]+)\/[^/]+\.css$/,
            },
            {
              name: "platform",
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack\/(?:react-query|query-core)|@supabase\/(?:auth|postgrest)-js|cookie|set-cookie-parser|tslib)\/|vite\/preload-helper|rolldown\/runtime/,
            },
            {
              name: "shell",
              test: /\/web\/(?:main\.tsx|app\/(?:use-sign-out|paths|destinations)|features\/matches\/kept-picks-key|(?:session|backend)\/(?!account-|admin-screen|code-field|password|phone|resend|live|functions|completions|patch-matches|player-queries|last-seen|kept-answers|build|push-subscription|push-upkeep|push-mark\.|push\.|message-kinds)|football\/(?!split-bar|points|shirt|form-marks|season-charts|podium|player-name|standing|countdown-themes|age\.|feed-words|club-(?:instant|countdown|day)|place\.|fixtures)|ui\/(?:toast|theme|skeleton|failure|empty-state|spare|part|when-idle)\.)|lucide-react\/(?!.*icons\/(?!check|circle-|log-in|menu|x|sun|moon)).*/,
              minShareCount: 2,
            },
            {
              name: "icons",
              test: /lucide-react/,
              minShareCount: 2,
            },
            // What lists of results need.
            {
              name: "results",
              test: /\/(?:backend\/live-scores|football\/(?:points|feed-words|split-bar|place\.|club-day)|ui\/use-gradually)/,
            },
            // What lists of players need.
            {
              name: "players",
              test: /\/(?:backend\/player-queries|football\/(?:form-marks|podium|shirt|player-name|standing)|ui\/(?:grouped|search-field))/,
            },
            // What is asked of people: fields, passwords, codes.
            {
              name: "forms",
              test: /\/(?:ui\/(?:field|problem|submit-button)\.|session\/(?:code-field|phone-field|resend-button|password-)|backend\/functions)/,
            },
            // What opens over the page.
            {
              name: "popups",
              test: /@base-ui|@floating-ui|use-sync-external-store|\/ui\/(?:dialog|confirm-dialog)/,
              minShareCount: 2,
            },
            // Picks, from the cards to the server.
            {
              name: "picks",
              test: /\/features\/matches\/(?:match-(?:queries|state)|use-kept-picks|kept-picks\.|player-desk|autosave|pick-desk|push-offer-answer)/,
            },
            { name: "board", test: /\/features\/leaderboard\/(?:board|leaderboard-queries)/ },
            // Each file costs a request before Home is of use: its own parts travel together.
            {
              name: "home",
              test: /\/features\/home\/(?:home-page|home-queries|cover|fixtures|next-round)/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, { target: host, changeOrigin: false }])),
      "/realtime/v1": { target: host, ws: true },
    },
  },
});
