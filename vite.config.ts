import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { devProxy } from "./tools/web/dev-proxy.ts";
import { inlineWords } from "./tools/web/inline-words.ts";
import { FIRST_CHUNKS, pageChunks } from "./tools/web/page-chunks.ts";

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

export default defineConfig({
  root: "web",
  resolve: {
    alias: [
      {
        find: /^\.\/lib\/web3\/ethereum$/,
        replacement: fileURLToPath(new URL("web/backend/connection/no-wallets.ts", import.meta.url)),
      },
    ],
  },
  plugins: [inlineWords(), react(), preloadBoardFonts(), pageChunks()],
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
          : parts.filter((part) => !FIRST_CHUNKS.some((name) => part.includes(`/${name}-`))),
    },
    rolldownOptions: {
      output: {
        // The first script contains the names of all files, so short names load sooner.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
      },
    },
  },
  server: {
    host: "127.0.0.1",
    // In development the page comes from Vite and everything else from a running host.
    proxy: devProxy(process.env.HOST_URL ?? "http://127.0.0.1:3000"),
  },
});
