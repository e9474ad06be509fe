// Builds the console when what it is made from has changed since the last time, and otherwise does nothing.
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

const room = dirname(fileURLToPath(import.meta.url));
const sources = ["src", "index.html", "colour-scheme.js", "vite.config.ts", "package.json", "tsconfig.json"];
const built = join(room, "dist");
const mark = join(built, ".built");
const unfinished = ".building-";
const abandonedMs = 3_600_000;

// Whoever names a folder has built it.
if (process.env.CONSOLE_DIR === undefined) {
  const wanted = fingerprint();
  if (!isBuilt(wanted)) build(wanted);
}

function fingerprint() {
  const hash = createHash("sha256");
  const own = sources
    .flatMap((name) => filesBelow(join(room, name)))
    .filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of [...own, join(room, "../package-lock.json")]) {
    hash.update(`${relative(room, file)}\n`);
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

function isBuilt(wanted) {
  return existsSync(mark) && readFileSync(mark, "utf8") === wanted;
}

function build(wanted) {
  const vite = findVite();
  if (vite === undefined) {
    process.stdout.write("The console is not built, for Vite is not installed here.\n");
    return;
  }
  process.stdout.write("Building the console (once) …\n");
  removeAbandoned();
  const fresh = mkdtempSync(join(room, unfinished));
  const old = `${fresh}-old`;
  try {
    const options = ["build", room, "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
    const { status } = spawnSync(process.execPath, [vite, ...options], {
      stdio: ["ignore", "inherit", "inherit"],
      // Whoever asks for it, a test perhaps, it is the build for everybody.
      env: { ...process.env, NODE_ENV: "production" },
    });
    if (status !== 0) {
      process.exitCode = 1;
      return;
    }
    writeFileSync(join(fresh, ".built"), wanted);
    chmodSync(fresh, 0o755);
    putInPlace(fresh, old);
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Where only what runs is installed, there is nothing to build with; the service itself runs without the console. */
function findVite() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
  } catch {
    return undefined;
  }
}

/** What a build left behind that was stopped halfway. */
function removeAbandoned() {
  for (const name of readdirSync(room).filter((each) => each.startsWith(unfinished))) {
    const folder = join(room, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs < Date.now() - abandonedMs) rmSync(folder, { recursive: true, force: true });
  }
}

/** The new folder takes the old one's place by its name, so that two builds at once do no harm. */
function putInPlace(fresh, old) {
  try {
    renameSync(built, old);
  } catch {
    // There was none, or another build has just moved it away.
  }
  try {
    renameSync(fresh, built);
  } catch (error) {
    // Another build was quicker, and has built the same.
    if (!existsSync(mark)) throw error;
  }
}
