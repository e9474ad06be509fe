// Builds the console if its sources have changed since the last build.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "../packaging/build-if-stale.mjs";

const folder = dirname(fileURLToPath(import.meta.url));
const names = ["src", "index.html", "colour-scheme.js", "vite.config.ts", "package.json", "tsconfig.json"];
const sources = [...names, "../package-lock.json"].map((name) => join(folder, name));
const vite = findVite();

// A folder in CONSOLE_DIR is already built.
if (process.env.CONSOLE_DIR === undefined) {
  if (vite === undefined) process.stdout.write("The console is not built because Vite is not installed.\n");
  else await buildIfStale({ folder, sources, build });
}

function build(fresh) {
  process.stdout.write("  · building the console (once)\n");
  const options = ["build", folder, "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
  const { status } = spawnSync(process.execPath, [vite, ...options], {
    stdio: ["ignore", "inherit", "inherit"],
    // Always a production build, even if a test triggers it.
    env: { ...process.env, NODE_ENV: "production" },
  });
  return status === 0;
}

/** Undefined in installations without dev dependencies; the service runs without the console. */
function findVite() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  } catch {
    return undefined;
  }
}
