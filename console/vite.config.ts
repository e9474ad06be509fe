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
    // Every script is a separate file, so that the content security policy can restrict script sources.
    assetsInlineLimit: 0,
    // Of packages like the icons, only the modules in use are read: a third of all modules.
    rolldownOptions: { experimental: { lazyBarrel: true } },
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/console/api": { target: service, changeOrigin: false } } },
});

/**
 * Sets the color scheme before the first paint. Modules run too late, and the content security policy allows no inline
 * script: so this is a classic script, under a name that contains its hash.
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
