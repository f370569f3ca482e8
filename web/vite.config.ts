/** Builds the page into the Python package; `npm run dev` sends its requests on to a server that is already running. */
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The built page may load nothing from elsewhere. Not in development: Vite's own scripts are inline. */
const closed: Plugin = {
  name: "closed",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: {
        "http-equiv": "Content-Security-Policy",
        content: "default-src 'self'; base-uri 'none'; form-action 'none'",
      },
      injectTo: "head-prepend",
    },
  ],
};

export default defineConfig({
  // Relative, because a proxy may serve the page under a path of its own.
  base: "./",
  plugins: [react(), closed],
  build: {
    outDir: "../src/boardwright/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
  server: { proxy: { "/api": process.env.BOARDWRIGHT_SERVER ?? "http://127.0.0.1:8642" } },
  test: { environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"], setupFiles: ["src/setup.test-env.ts"] },
});
