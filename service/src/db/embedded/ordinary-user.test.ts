import { spawnSync } from "node:child_process";
import { chown, mkdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { canReadTree, startEmbeddedProcess } from "../../../test/embedded-process.ts";
import { openServer, postmasterPid, query } from "../../../test/embedded-server.ts";
import { clusterPlace } from "./cluster.ts";

// Root switches to an ordinary user, which requires root and a checkout that others may read.
const daemon = { uid: idOf("-u", "daemon"), gid: idOf("-g", "daemon") };
const nameless = { uid: 54_321, gid: 54_321 };
const isRoot = process.getuid?.() === 0;
const canBeDaemon = isRoot && canReadTree(daemon);

test.skipIf(!canBeDaemon)("an ordinary user runs the server as themselves", async () => {
  await using folder = await makeDataFolder();
  await chown(folder.path, daemon.uid, daemon.gid);
  await using child = startEmbeddedProcess(folder.path, daemon);
  expect(await child.outcome).toMatchObject({ state: "ready" });
  expect(ownerOf(await postmasterPid(folder.path))).toBe(daemon.uid);
});

test.skipIf(!canBeDaemon)(
  "root runs an ordinary user's cluster as that user, who can use it again afterwards",
  async () => {
    await using folder = await makeDataFolder();
    await chown(folder.path, daemon.uid, daemon.gid);
    const child = startEmbeddedProcess(folder.path, daemon);
    await child.outcome;
    await child[Symbol.asyncDispose]();
    const server = await openServer(folder.path);
    expect(ownerOf(await postmasterPid(folder.path))).toBe(daemon.uid);
    expect(await query(server.target, "SELECT current_user AS role")).toEqual([{ role: "florin" }]);
    await server.stop();
    await using again = startEmbeddedProcess(folder.path, daemon);
    expect(await again.outcome).toMatchObject({ state: "ready" });
  },
);

test.skipIf(!canBeDaemon)("the error for another user's database names its owner", async () => {
  await using folder = await makeDataFolder();
  await mkdir(clusterPlace(folder.path), { mode: 0o700 });
  await chown(clusterPlace(folder.path), nameless.uid, nameless.gid);
  await using child = startEmbeddedProcess(folder.path, daemon);
  expect(await child.outcome).toEqual({
    state: "refused",
    message: expect.stringMatching(
      /belongs to uid 54321; start Florin as that user or as root, or set DATABASE_URL/,
    ),
  });
});

test.skipIf(!canBeDaemon)("the error for a user without a name suggests DATABASE_URL", async () => {
  await using folder = await makeDataFolder();
  await chown(folder.path, nameless.uid, nameless.gid);
  await using child = startEmbeddedProcess(folder.path, nameless);
  expect(await child.outcome).toEqual({
    state: "refused",
    message: expect.stringMatching(/uid 54321 .*set DATABASE_URL/),
  });
});

function idOf(flag: "-u" | "-g", name: string): number {
  return Number.parseInt(spawnSync("id", [flag, name], { encoding: "utf8" }).stdout, 10);
}

function ownerOf(pid: number): number {
  return Number.parseInt(spawnSync("ps", ["-o", "uid=", "-p", String(pid)], { encoding: "utf8" }).stdout, 10);
}
