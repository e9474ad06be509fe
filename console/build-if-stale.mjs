// Builds the console when what it is made from has changed since the last time, and otherwise does nothing.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const room = dirname(fileURLToPath(import.meta.url));
const sources = ["src", "index.html", "colour-scheme.js", "vite.config.ts", "package.json", "tsconfig.json"];
const built = join(room, "dist");
const mark = join(built, ".built");

const wanted = fingerprint();
const isFresh = existsSync(mark) && readFileSync(mark, "utf8") === wanted;
if (!isFresh) build();

function fingerprint() {
  const hash = createHash("sha256");
  const files = [
    ...sources.flatMap((name) => filesBelow(join(room, name))),
    join(room, "../package-lock.json"),
  ];
  for (const file of files) {
    hash.update(`${relative(room, file)}\n`);
    hash.update(createHash("sha256").update(readFileSync(file)).digest());
  }
  return hash.digest("hex");
}

function filesBelow(path) {
  const entries = isFolder(path) ? readdirSync(path).sort() : undefined;
  return entries === undefined ? [path] : entries.flatMap((name) => filesBelow(join(path, name)));
}

function isFolder(path) {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Into a folder of its own, which takes the old one's place in one step: two at once do no harm. */
function build() {
  process.stdout.write("Building the console (once) …\n");
  const fresh = mkdtempSync(join(room, ".building-"));
  const old = `${fresh}-old`;
  try {
    const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
    const options = ["build", room, "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"];
    execFileSync(process.execPath, [vite, ...options], { stdio: ["ignore", "inherit", "inherit"] });
    writeFileSync(join(fresh, ".built"), wanted);
    putInPlace(fresh, old);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

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
