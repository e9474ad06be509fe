// Builds the console if its sources have changed since the last build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const consoleFolder = dirname(fileURLToPath(import.meta.url));
const sources = ["src", "index.html", "colour-scheme.js", "vite.config.ts", "package.json", "tsconfig.json"];
const built = join(consoleFolder, "dist");
const mark = join(built, ".built");
const unfinished = ".building-";
const abandonedMs = 3_600_000;

// A folder in CONSOLE_DIR is already built.
if (process.env.CONSOLE_DIR === undefined) {
  const sourceHash = hashSources();
  if (!isBuilt(sourceHash)) build(sourceHash);
}

function hashSources() {
  const hash = createHash("sha256");
  const sourceFiles = sources
    .flatMap((name) => filesBelow(join(consoleFolder, name)))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of [...sourceFiles, join(consoleFolder, "../package-lock.json")]) {
    hash.update(`${relative(consoleFolder, file)}\n`);
    hash.update(createHash("sha256").update(readFileSync(file)).digest());
  }
  return hash.digest("hex");
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

function isBuilt(sourceHash) {
  return existsSync(mark) && readFileSync(mark, "utf8") === sourceHash;
}

function build(sourceHash) {
  const vite = findVite();
  if (vite === undefined) {
    process.stdout.write("The console is not built because Vite is not installed.\n");
    return;
  }
  process.stdout.write("  · building the console (once)\n");
  removeAbandoned();
  const fresh = mkdtempSync(join(consoleFolder, unfinished));
  const old = `${fresh}-old`;
  try {
    const options = ["build", consoleFolder, "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
    const { status } = spawnSync(process.execPath, [vite, ...options], {
      stdio: ["ignore", "inherit", "inherit"],
      // Always a production build, even if a test triggers it.
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (status !== 0) {
      process.exitCode = 1;
      return;
    }
    writeFileSync(join(fresh, ".built"), sourceHash);
    chmodSync(fresh, 0o755);
    putInPlace(fresh, old);
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Undefined in installations without dev dependencies; the service runs without the console. */
function findVite() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  } catch {
    return undefined;
  }
}

/** Removes leftovers of interrupted builds. */
function removeAbandoned() {
  for (const name of readdirSync(consoleFolder).filter((each) => each.startsWith(unfinished))) {
    const folder = join(consoleFolder, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs < Date.now() - abandonedMs) rmSync(folder, { recursive: true, force: true });
  }
}

/** Swaps the folders by renaming them, so that concurrent builds do not interfere. */
function putInPlace(fresh, old) {
  try {
    renameSync(built, old);
  } catch {
    // No previous build, or another build has just moved it.
  }
  try {
    renameSync(fresh, built);
  } catch (error) {
    // Another build with the same result finished first.
    if (!existsSync(mark)) throw error;
  }
}
