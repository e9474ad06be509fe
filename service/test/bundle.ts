import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

// Within the workspace, so that its packages are found from there.
const folder = join(import.meta.dirname, "../node_modules/.cache/florin-test");

/** Bundled code must still find the files next to each of its sources. */
const keepPlaces: Plugin = {
  name: "keep-places",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      loader: "ts",
      contents: (await readFile(path, "utf8"))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path))),
    }));
  },
};

const bundles = new Map<string, Promise<string>>();

/**
 * A program of this checkout bundled into one JavaScript file. Node starts it in a third of the time that it takes with
 * a loader, which matters for tests that start and kill many.
 */
export function bundle(program: URL): Promise<string> {
  const made = bundles.get(program.href) ?? make(fileURLToPath(program));
  bundles.set(program.href, made);
  return made;
}

async function make(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    logLevel: "silent",
    plugins: [keepPlaces],
  });
  const path = join(folder, `${basename(source, ".ts")}.mjs`);
  await mkdir(folder, { recursive: true });
  // Another test worker may write the same file, and a program may be starting from the existing one.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, outputFiles[0]?.contents ?? "");
  await rename(draft, path);
  return path;
}
