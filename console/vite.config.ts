import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const service = process.env["FLORIN_URL"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/console/",
  plugins: [react(), colourSchemeBeforePaint()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // Every script is a file of its own, so that the page's policy can name where scripts come from.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/console/api": { target: service, changeOrigin: false } } },
});

/**
 * Puts the chosen colour scheme on the page before anything is drawn. Modules run too late for that, and the page's
 * policy allows no script within the page: so it is a classic script, under a name that changes with what it holds.
 */
function colourSchemeBeforePaint(): Plugin {
  const source = readFileSync(fileURLToPath(new URL("./colour-scheme.js", import.meta.url)), "utf8");
  const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
  const fileName = `assets/colour-scheme-${hash}.js`;
  let isBuild = false;
  return {
    name: "colour-scheme-before-paint",
    configResolved: (config) => {
      isBuild = config.command === "build";
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: "asset", fileName, source });
    },
    transformIndexHtml: () => [
      {
        tag: "script",
        attrs: { src: isBuild ? `/console/${fileName}` : "/console/colour-scheme.js" },
        injectTo: "head-prepend",
      },
    ],
  };
}
