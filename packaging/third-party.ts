import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A package of the release, as the lock file has it. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  readonly license: string | undefined;
  /** Subresource Integrity of its archive. */
  readonly integrity: string | undefined;
  /** Where it is installed, relative to the root. */
  readonly path: string;
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  /** A peer that only development has. */
  readonly devOptional?: boolean;
  readonly link?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** Packages for development whose code is in the pages of the documentation site. */
const inSite =
  /^node_modules\/(?:vitepress|vue|@vue\/(?:reactivity|runtime-core|runtime-dom|shared)|@vueuse\/(?:core|integrations|shared)|focus-trap|mark\.js|minisearch|tabbable)$/;

/** All packages that the service, the command, the console and the site may contain on Linux with glibc on x64, by name. */
export async function readThirdParties(root: string): Promise<readonly ThirdParty[]> {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as LockFile;
  const found = Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .filter(([path, { dev, devOptional }]) => inSite.test(path) || (dev !== true && devOptional !== true))
    .filter(([, { os, cpu, libc }]) => allows(os, "linux") && allows(cpu, "x64") && allows(libc, "glibc"))
    .map(([path, { version = "", license, integrity }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { name, version, license, integrity, path };
    });
  return found.toSorted((left, right) => compare(left.name, right.name) || compare(left.path, right.path));
}

/** npm's rule: a list of names, or of excluded names with an exclamation mark. */
function allows(names: readonly string[] | undefined, name: string): boolean {
  if (names === undefined || names.includes(name)) return true;
  return names.every((each) => each.startsWith("!")) && !names.includes(`!${name}`);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

/** The licenses of all packages, in one text. */
export async function licenseTexts(root: string, packages: readonly ThirdParty[]): Promise<string> {
  const sections: string[] = [];
  for (const { name, version, license = "see its text", path } of packages) {
    const files = await readdir(join(root, path)).catch(() => []);
    const texts = await Promise.all(
      files
        .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
        .toSorted(compare)
        .map((file) => readFile(join(root, path, file), "utf8").catch(() => "")),
    );
    sections.push([`${name} ${version}: ${license}`, ...texts.map((text) => text.trim())].join("\n\n"));
  }
  return `${sections.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}
