import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { minVersion, satisfies } from "semver";
import { expect, test } from "vitest";

interface Manifest {
  readonly workspaces?: readonly string[];
  readonly engines?: { readonly node?: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly allowScripts?: Readonly<Record<string, boolean>>;
}

interface LockedPackage {
  readonly hasInstallScript?: boolean;
  readonly engines?: { readonly node?: string };
}

const root = join(import.meta.dirname, "..");
const manifest = await readManifest("package.json");
const workspaces = await Promise.all(
  (manifest.workspaces ?? []).map((folder) => readManifest(join(folder, "package.json"))),
);
const lock: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  await readFile(join(root, "package-lock.json"), "utf8"),
);
const lockedPackages = Object.entries(lock.packages);

function readManifest(path: string): Promise<Manifest> {
  return readFile(join(root, path), "utf8").then((text) => JSON.parse(text));
}

test("npm runs no install script", async () => {
  const settings = (await readFile(join(root, ".npmrc"), "utf8")).split("\n");
  expect(settings).toContain("ignore-scripts=true");
});

test("allowScripts denies exactly the packages that have an install script", () => {
  const withScript = lockedPackages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  expect(withScript).not.toEqual([]);
  expect(manifest.allowScripts).toEqual(Object.fromEntries(withScript.map((name) => [name, false])));
});

// With ignore-scripts, `npm run x` skips `prex` and `postx`.
test("no script depends on a pre or post script", () => {
  const skipped = [manifest, ...workspaces].flatMap(({ scripts = {} }) =>
    Object.keys(scripts).filter((name) => {
      const [, main] = /^(?:pre|post)(.+)$/.exec(name) ?? [];
      return main !== undefined && main in scripts;
    }),
  );
  expect(skipped).toEqual([]);
});

test("every package supports the oldest Node that Florin supports", () => {
  const oldestNode = minVersion(manifest.engines?.node ?? "");
  expect(oldestNode?.version).toBe("20.19.0");
  const unsupported = lockedPackages
    .map(([path, { engines }]) => ({ path, node: engines?.node ?? "*" }))
    .filter(({ node }) => !satisfies(oldestNode?.version ?? "", node));
  expect(unsupported).toEqual([]);
});
