import { chmod, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { isShipped } from "./shipped-packages.ts";

const sources = /\/(?:service|sandbox|cli|sdk)\/src\/.*\.ts$/;

/** Bundled CommonJS modules require Node's own, and read where they are. */
const commonJs = [
  'import { createRequire as requireFrom } from "node:module";',
  "const require = requireFrom(import.meta.url);",
  "const { filename: __filename, dirname: __dirname } = import.meta;",
].join(" ");

/** Bundles the service and the command with their packages into `folder`, as JavaScript that shares its chunks. */
export async function bundlePrograms(root: string, folder: string): Promise<void> {
  await build({
    entryPoints: {
      server: join(root, "packaging/programs/server.ts"),
      florin: join(root, "cli/src/main.ts"),
    },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    tsconfig: join(root, "tsconfig.json"),
    plugins: [placeSources(root), leaveShippedPackages, nameExports],
    banner: { js: commonJs },
  });
}

/**
 * Bundles the `florin` command for integrators into one file that runs with plain Node. `florin admin` needs the service,
 * which is not in it.
 */
export async function bundleCommandLine(root: string, file: string): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, "cli/package.json"), "utf8"));
  await build({
    entryPoints: [join(root, "cli/src/main.ts")],
    outfile: file,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    tsconfig: join(root, "tsconfig.json"),
    plugins: [leaveService, writeVersion(String(version)), nameExports],
    banner: { js: `#!/usr/bin/env node\n${commonJs}` },
  });
  await chmod(file, 0o755);
}

const leaveService: Plugin = {
  name: "leave-service",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@florin\/service/ }, ({ path }) => ({ path, external: true }));
  },
};

/** One file has no manifest next to it. */
function writeVersion(version: string): Plugin {
  return {
    name: "write-version",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\/cli\/src\/version\.ts$/ }, () => ({
        loader: "ts",
        contents: `export async function readVersion() { return ${JSON.stringify(version)}; }`,
      }));
    },
  };
}

/** Sources find their files next to the folder of the bundle, in the places that these have in a checkout. */
function placeSources(root: string): Plugin {
  return {
    name: "place-sources",
    setup: ({ onLoad }) => {
      onLoad({ filter: sources }, async ({ path }) => {
        const place = `new URL(${JSON.stringify(`../${relative(root, path)}`)}, import.meta.url).href`;
        const text = await readFile(path, "utf8");
        return { loader: "ts", contents: text.replaceAll("import.meta.url", place) };
      });
    },
  };
}

const leaveShippedPackages: Plugin = {
  name: "leave-shipped-packages",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (isShipped(path) ? { path, external: true } : undefined));
  },
};

const require = createRequire(import.meta.url);
const named = "named-exports";

/**
 * A package in CommonJS that is imported dynamically becomes a file of its own, which would only have a default export.
 * In Node it also has named exports, so they are written out.
 */
const nameExports: Plugin = {
  name: named,
  setup: ({ onResolve, onLoad, resolve }) => {
    onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === named || path.startsWith("@florin/")) return undefined;
      const { path: file } = await resolve(path, { kind, resolveDir, pluginData: named });
      return (await commonJsNames(file)) === undefined ? undefined : { path: file, namespace: named };
    });
    onLoad({ filter: /^/, namespace: named }, async ({ path }) => {
      const names = (await commonJsNames(path)) ?? [];
      const lines = names.map(
        (name, place) => `const v${place} = whole.${name}; export { v${place} as ${name} };`,
      );
      const start = `const whole = require(${JSON.stringify(path)}); export default whole;`;
      return { contents: [start, ...lines].join("\n"), resolveDir: dirname(path) };
    });
  },
};

/** The names that a file in CommonJS exports; undefined for an ES module, and for a module of Node. */
async function commonJsNames(file: string): Promise<readonly string[] | undefined> {
  if (!isAbsolute(file) || !(await isCommonJs(file))) return undefined;
  return Object.keys(require(file)).filter((name) => !/^(?:default|__esModule)$|[^\w$]/.test(name));
}

/** By its syntax: bundlers also take ES modules from packages that Node would read as CommonJS. */
async function isCommonJs(file: string): Promise<boolean> {
  return !/^(?:import|export)\b/m.test(await readFile(file, "utf8"));
}
