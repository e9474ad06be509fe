import { chmod, chown, lstat, mkdir, readdir, readlink, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { findBinaries } from "./binaries.ts";
import { clusterPlace, findCluster } from "./cluster.ts";
import { type CreateClusterOptions, createCluster } from "./create-cluster.ts";
import { chooseServerUser } from "./unprivileged-user.ts";

const isRoot = process.getuid?.() === 0;
// No process on Linux or macOS can have this id.
const impossiblePid = 2 ** 30;

test("leftovers of killed processes are removed, and no partial cluster remains", async () => {
  await using folder = await makeDataFolder();
  await mkdir(join(folder.path, `postgres.new-${impossiblePid}`));
  await mkdir(join(folder.path, `postgres.new-${process.pid}`));
  const cluster = await createCluster(folder.path, await optionsIn(folder.path));
  expect(await readdir(folder.path)).toEqual(["postgres"]);
  expect((await stat(cluster.folder)).mode & 0o777).toBe(0o700);
  expect(await findCluster(folder.path)).toEqual(cluster);
});

test("a creation that fails leaves an empty folder and says why", async () => {
  await using folder = await makeDataFolder();
  const options = await optionsIn(folder.path);
  const broken = { ...options, binaries: { ...options.binaries, initdb: "/bin/false" } };
  await expect(createCluster(folder.path, broken)).rejects.toThrow(
    /could not create its folder.*DATABASE_URL/,
  );
  expect(await readdir(folder.path)).toEqual([]);
});

test("a cluster that another process finished first is used as it is", async () => {
  await using folder = await makeDataFolder();
  const options = await optionsIn(folder.path);
  const place = clusterPlace(folder.path);
  await mkdir(join(place, "theirs"), { recursive: true });
  await chown(place, options.user.uid, options.user.gid);
  expect(await createCluster(folder.path, options)).toEqual({ folder: place, user: options.user });
  expect(await readdir(folder.path)).toEqual(["postgres"]);
  expect(await readdir(place)).toEqual(["theirs"]);
});

test.skipIf(!isRoot)(
  "a data folder that only root may enter gets a link to a cluster outside it",
  async () => {
    await using folder = await makeDataFolder();
    await chmod(folder.path, 0o700);
    await using outside = await makeDataFolder();
    const progress: string[] = [];
    const options = {
      ...(await optionsIn(outside.path)),
      onProgress: (message: string) => progress.push(message),
    };
    const cluster = await createCluster(folder.path, options);
    const place = clusterPlace(folder.path);
    expect((await lstat(place)).isSymbolicLink()).toBe(true);
    expect(await readlink(place)).toBe(cluster.folder);
    expect(cluster.folder.startsWith(options.elsewhere)).toBe(true);
    expect(progress).toEqual([expect.stringContaining(`${cluster.folder}, with a link to it in ${place}`)]);

    await rm(cluster.folder, { recursive: true });
    await expect(findCluster(folder.path)).rejects.toThrow("links to a folder that does not exist");
  },
);

async function optionsIn(folder: string): Promise<CreateClusterOptions> {
  const user = chooseServerUser();
  const onProgress = (): void => {};
  const binaries = await findBinaries({ user, copyFolder: folder, onProgress });
  return { user, binaries, elsewhere: join(folder, "elsewhere"), onProgress };
}
