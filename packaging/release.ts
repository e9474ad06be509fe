import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleCommandLine, bundlePrograms } from "./bundle-programs.ts";
import { createSbom } from "./sbom.ts";
import { copyShippedPackages } from "./shipped-packages.ts";
import { licenseTexts, readThirdParties, type ThirdParty } from "./third-party.ts";

interface ReleaseOptions {
  /** The checkout, with its packages installed. */
  readonly root: string;
  /** Where the archive, its bill of materials, the command line and the checksums go. */
  readonly folder: string;
  /** The time of every file in the archive. */
  readonly createdAt: Date;
}

/** Builds the release archive. The same checkout and time give the same bytes. Returns the path of the archive. */
export async function createRelease({ root, folder, createdAt }: ReleaseOptions): Promise<string> {
  const version = await readVersion(root);
  const packages = await readThirdParties(root);
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, ".building-"));
  try {
    const name = `florin-${version}`;
    await fillFolder(root, join(work, name), packages);
    const archive = `${name}-linux-x64.tar.gz`;
    pack({ folder: work, name, archive, createdAt });
    await writeFile(join(work, `${name}.cdx.json`), createSbom({ version, createdAt }, packages));
    const commandLine = `florin-cli-${version}.mjs`;
    await bundleCommandLine(root, join(work, commandLine));
    const files = [archive, `${name}.cdx.json`, commandLine];
    await writeChecksums(work, files);
    for (const file of [...files, "SHA256SUMS"]) await rename(join(work, file), join(folder, file));
    return join(folder, archive);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function readVersion(root: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as {
    readonly version: string;
  };
  return manifest.version;
}

/** Everything that a machine with Node needs. Files are in the places that the sources expect. */
async function fillFolder(root: string, folder: string, packages: readonly ThirdParty[]): Promise<void> {
  for (const part of ["console", "site"])
    execFileSync(process.execPath, [join(root, part, "build-if-stale.mjs")], { stdio: "inherit" });
  await bundlePrograms(root, join(folder, "lib"));
  await copyShippedPackages(root, join(folder, "node_modules"));
  for (const path of [
    "LICENSE",
    "cli/package.json",
    "console/dist",
    "docs/operations",
    "service/package.json",
    "service/src/db/functions",
    "service/src/db/migrations",
    "site/dist",
  ]) {
    await cp(join(root, path), join(folder, path), { recursive: true });
  }
  for (const path of ["bin", "grafana/dashboards", "grafana/provisioning", "nginx", "prometheus", "systemd"])
    await cp(join(root, "packaging", path), join(folder, path), { recursive: true });
  for (const program of await readdir(join(folder, "bin"))) await chmod(join(folder, "bin", program), 0o755);
  await writeFile(join(folder, "LICENSES-OF-PACKAGES"), await licenseTexts(root, packages));
}

interface Pack {
  readonly folder: string;
  readonly name: string;
  readonly archive: string;
  readonly createdAt: Date;
}

/** Names sorted, one time, one owner, no time in the header of gzip: nothing of the machine is in the archive. */
function pack({ folder, name, archive, createdAt }: Pack): void {
  const plain = archive.replace(/\.gz$/, "");
  execFileSync(
    "tar",
    [
      "--create",
      `--file=${plain}`,
      "--sort=name",
      "--format=gnu",
      `--mtime=@${Math.floor(createdAt.getTime() / 1_000)}`,
      "--owner=root:0",
      "--group=root:0",
      "--mode=u=rwX,go=rX",
      "--hard-dereference",
      name,
    ],
    { cwd: folder },
  );
  execFileSync("gzip", ["--no-name", plain], { cwd: folder });
}

async function writeChecksums(folder: string, files: readonly string[]): Promise<void> {
  const lines = await Promise.all(
    files.map(async (file) => {
      const hash = createHash("sha256").update(await readFile(join(folder, file)));
      return `${hash.digest("hex")}  ${file}\n`;
    }),
  );
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
}
