// Bundles a program of this checkout into JavaScript. Node starts it without a loader, in a fraction of the time.
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
// Within the workspace, so that packages that stay outside are found from there.
const cacheFolder = join(root, "service/node_modules/.cache/florin");
const sourceFolders = ["service/src", "service/test", "sandbox/src", "cli/src", "sdk/src"];
const keptBundles = 12;

/**
 * Packages of many small modules without native parts or files of their own; each of these modules costs a file access
 * and a compilation. All other packages are imported as usual.
 */
const bundledPackages =
  /^(?:typebox|viem|ox|abitype|isows|jose|libphonenumber-js|@(?:noble|scure|solana|solana-program)\/[^/]+)(?:\/|$)/;

let knownSources;

/** Path of the bundle of this program, built if its sources have changed. `onBuild` is called before a build. */
export async function bundle(program, onBuild = () => {}) {
  const name = basename(program, ".ts");
  knownSources ??= readSources();
  const hash = createHash("sha256").update(knownSources.hash).update(program).digest("hex").slice(0, 16);
  const folder = join(cacheFolder, `${name}-${hash}`);
  const path = join(folder, `${name}.mjs`);
  if (existsSync(path)) return path;
  onBuild();
  mkdirSync(cacheFolder, { recursive: true });
  const fresh = mkdtempSync(join(cacheFolder, ".building-"));
  try {
    await build(program, fresh);
    chmodSync(fresh, 0o755);
    renameSync(fresh, folder);
  } catch (error) {
    // Another process may have built the same.
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  removeOld();
  return path;
}

/** All sources that a program may use, with a hash of their sizes and times: to read them takes longer than to start. */
function readSources() {
  const files = sourceFolders.flatMap((folder) => filesBelow(join(root, folder)));
  const hash = createHash("sha256");
  for (const file of [...files, join(root, "package-lock.json"), fileURLToPath(import.meta.url)]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\n${size} ${mtimeMs}\n`);
  }
  return { hash: hash.digest(), files };
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return filesBelow(path);
      return /(?<!\.test)\.ts$/.test(entry.name) ? [path] : [];
    });
}

async function build(program, folder) {
  const esbuild = await import("esbuild");
  await esbuild.build({
    entryPoints: [program],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "silent",
    tsconfig: join(root, "tsconfig.json"),
    plugins: [keepPlaces(knownSources.files.filter(usesItsPath)), keepPackages],
    // Bundled CommonJS modules require Node's own.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);',
    },
  });
  await esbuild.stop();
}

function usesItsPath(file) {
  return readFileSync(file, "utf8").includes("import.meta.");
}

/** Bundled code must still find the files next to each of its sources. */
const keepPlaces = (files) => ({
  name: "keep-places",
  setup: ({ onLoad }) => {
    const names = files.map((file) => file.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    onLoad({ filter: new RegExp(`^(?:${names.join("|")})$`) }, async ({ path }) => ({
      loader: "ts",
      contents: (await readFile(path, "utf8"))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path))),
    }));
  },
});

const keepPackages = {
  name: "keep-packages",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" || path.startsWith("@florin/") || bundledPackages.test(path)
        ? undefined
        : { path, external: true },
    );
  },
};

/** Keeps the newest bundles; a running program has loaded what it needs, or loads it within seconds. */
function removeOld() {
  const byAge = readdirSync(cacheFolder)
    .map((name) => join(cacheFolder, name))
    .sort((left, right) => modifiedAt(right) - modifiedAt(left));
  for (const folder of byAge.slice(keptBundles)) rmSync(folder, { recursive: true, force: true });
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
