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
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const unfinished = ".building-";
const abandonedMs = 3_600_000;

/**
 * Builds `dist` in a folder unless its last build has the same sources. `build` gets a fresh folder and returns whether
 * it has succeeded; a failed build keeps the last good one. Next to a text file are its compressed variants.
 */
export async function buildIfStale({ folder, sources, build }) {
  const built = join(folder, "dist");
  const mark = join(built, ".built");
  const sourceHash = hashSources(folder, [...sources, fileURLToPath(import.meta.url)]);
  if (existsSync(mark) && readFileSync(mark, "utf8") === sourceHash) return;
  removeAbandoned(folder);
  const fresh = mkdtempSync(join(folder, unfinished));
  const old = `${fresh}-old`;
  try {
    if (!build(fresh)) {
      process.exitCode = 1;
      return;
    }
    for (const file of filesBelow(fresh)) await compress(file);
    writeFileSync(join(fresh, ".built"), sourceHash);
    chmodSync(fresh, 0o755);
    putInPlace({ fresh, built, old, mark });
  } finally {
    for (const each of [fresh, old]) rmSync(each, { recursive: true, force: true });
  }
}

const text = /\.(?:css|html|js|json|md|svg|txt)$/;
/** The headers of a response and a packet are about this large: below, compression saves nothing. */
const minCompressedBytes = 1_000;
/** Two levels more save 6 %, and take nine times as long for the documentation site. */
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes `file.br` and `file.gz`, which the service sends to clients that accept them. */
async function compress(file) {
  if (!text.test(file)) return;
  const content = readFileSync(file);
  if (content.length < minCompressedBytes) return;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, brotliLevel),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, zipped);
}

function hashSources(folder, sources) {
  const hash = createHash("sha256");
  for (const file of sources
    .flatMap((path) => filesBelow(path))
    .filter((path) => !/\.test\.tsx?$/.test(path))) {
    hash.update(`${relative(folder, file)}\n`);
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

/** Removes leftovers of interrupted builds. */
function removeAbandoned(folder) {
  for (const name of readdirSync(folder).filter((each) => each.startsWith(unfinished))) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Number.POSITIVE_INFINITY };
    if (mtimeMs < Date.now() - abandonedMs) rmSync(path, { recursive: true, force: true });
  }
}

/** Swaps the folders by renaming them, so that concurrent builds do not interfere. */
function putInPlace({ fresh, built, old, mark }) {
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
