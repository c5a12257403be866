import { fileURLToPath } from "node:url";
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
      {
        find: /^\.\/lib\/web3\/ethereum$/,
        replacement: fileURLToPath(new URL("web/backend/connection/no-wallets.ts", import.meta.url)),
      },
    ],
  },
  plugins: [react(), preloadBoardFonts()],
  build: {
    outDir: "../build/web",
    emptyOutDir: true,
    target: "es2022",
    // Fonts are separate files, because inlined fonts cannot be cached or preloaded.
    assetsInlineLimit: 0,
    // Chunks do not preload what the page has already loaded.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === "html"
          ? parts
          : parts.filter((part) => !/\/(?:rolldown-runtime|platform|shell|styles)-/.test(part)),
    },
    rolldownOptions: {
      output: {
        // The first script contains the names of all files, so short names load sooner.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: {
          // One chunk of libraries, which changes only with the lockfile, and one of the modules that every page needs.
          groups: [
            // One stylesheet for all player pages, because each later one makes the browser restyle the whole page.
            {
              name: "styles",
              test: /\/web\/(?:app|session|football|ui|features\/(?!admin)[^/]+)\/(?:[^/]+\/)*[^/]+\.css$/,
            },
            {
              name: "platform",
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@tanstack\/(?:react-query|query-core)(?!.*(?:queriesObserver|useQueries|[iI]nfiniteQuery(?:Observer)?\.js))|@supabase\/postgrest-js|cookie|set-cookie-parser)\/|vite\/preload-helper|rolldown\/runtime/,
            },
            {
              name: "shell",
              test: /\/web\/(?:main\.tsx|paths\.ts|app\/(?:use-sign-out|masthead\/nav-links)|browser\/(?!random-uuid|repeated-press|use-printing|use-single-run)|features\/matches\/saving\/unsaved-predictions|session\/(?!account-|admin-screen|code-field|password-|phone|resend|sign-in\/)|features\/home\/home-queries|backend\/(?:connection\/(?!auth-client|edge-functions|wait-for-host)|offline\/|push\/push-device-key|together\/collectable-fetch|queries\/(?:query-keys|settings|own-predictions|results-to-enter))|football\/(?:rules\/(?:club-|competition)|components\/(?:competition-badge|countdown|crest|scoreboard)\.|time\/(?:kick-off|use-now))|ui\/(?:theme|overlays\/(?:toast\.|overlay-history)|loading\/(?!use-|load-more|first-only)))|lucide-react\/(?!.*icons\/(?!check|circle-|log-in|menu|x|sun|moon)).*/,
              minShareCount: 2,
            },
            // Modules of the lists of matches, results and players, with the icons of several pages.
            {
              name: "lists",
              test: /lucide-react|use(?:InfiniteQuery|BaseInfinite)|\/(?:backend\/(?:queries\/(?:after-ninety-minutes|load-again|player-queries)|together\/|types\/providers)|features\/notifications\/notification-queries|football\/(?:rules\/(?:points|provider-labels|ranking)|components\/(?:club-countdown|form-marks|leaderboard-figures|movement-mark|player-name|podium|points-badge|prediction-summary|shirt|split-bar)|time\/(?:club-day|club-instant|time-ago|time-zone-name))|ui\/(?:forms\/search-field|loading\/(?:use-incremental-count|load-more-button|first-only)|text\/(?:format-number|text-formatting)))/,
              minShareCount: 2,
            },
            // Form fields, also for passwords and codes, and what every form and overlay needs.
            {
              name: "forms",
              test: /\/(?:ui\/forms\/(?:field|form|form-error|leave-guard|silent-input|submit-button|unsaved-forms)\.|browser\/(?:random-uuid|repeated-press|use-single-run)|backend\/queries\/use-act|session\/(?:code-field|phone-field|resend-button|password-)|backend\/connection\/edge-functions)/,
            },
            // Dialogs, menus and other overlays.
            {
              name: "popups",
              test: /@base-ui|@floating-ui|use-sync-external-store|\/ui\/overlays\/(?:dialog|confirm-dialog|discard-question)/,
              minShareCount: 2,
            },
            // Predictions: their state, queries and saving.
            {
              name: "predictions",
              test: /\/features\/matches\/(?:match-(?:queries|state)|saving\/(?!unsaved-predictions)|push-offer\/push-offer-answer)/,
            },
            { name: "board", test: /\/features\/leaderboard\/(?:leaderboard\.tsx|leaderboard-queries)/ },
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
