import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
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
    plugins: [placeSources(root), leaveShippedPackages],
    banner: { js: commonJs },
  });
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
