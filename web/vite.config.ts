/** Builds the page into the Python package; `npm run dev` sends its requests on to a server that is already running. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

/** The licences of the packages inside the page's script, which ask to be passed on with it. */
const licences: Plugin = {
  name: "licences",
  apply: "build",
  generateBundle() {
    const folders = [...this.getModuleIds()].flatMap(
      (id) => id.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/) ?? [],
    );
    const texts = [...new Set(folders)].map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = ["LICENSE", "LICENSE.md", "license"].map((each) => join(folder, each)).find(existsSync);
      return `${name} ${version} (${license})\n\n${file ? readFileSync(file, "utf8").trim() : ""}\n`;
    });
    this.emitFile({
      type: "asset",
      fileName: "licenses.txt",
      source: texts.sort().join(`\n${"-".repeat(72)}\n\n`),
    });
  },
};

const TESTS = readdirSync(join(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join("src", file));

/** Whether a file of tests replaces modules, or what they find when they are loaded: the files after it would see it. */
const mocks = (file: string) => /vi\.(mock|hoisted)\(/.test(readFileSync(file, "utf8"));

/** Whether a file of tests needs no page: to make one takes a second of the processor. */
const plain = (file: string) => file.endsWith(".ts") && !mocks(file);

const page = { environment: "jsdom", setupFiles: ["src/setup.test-env.ts"] };

export default defineConfig({
  // Relative, because a proxy may serve the page under a path of its own.
  base: "./",
  plugins: [react(), closed, licences],
  build: {
    outDir: "../src/boardwright/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
  server: { proxy: { "/api": process.env.BOARDWRIGHT_SERVER ?? "http://127.0.0.1:8642" } },
  test: {
    projects: [
      // One page for all files: a page of its own for each costs six times as much.
      {
        extends: true,
        test: {
          name: "together",
          include: TESTS.filter((file) => !mocks(file) && !plain(file)),
          isolate: false,
          ...page,
        },
      },
      {
        extends: true,
        test: {
          name: "plain",
          include: TESTS.filter(plain),
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: TESTS.filter(mocks), ...page } },
    ],
  },
});
