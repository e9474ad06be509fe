import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { clearStalePidFiles, findPostmaster } from "./postmaster.ts";

test("a pid file whose pid was reused does not prevent the server from starting", async () => {
  await using folder = await makeDataFolder();
  const sockets = join(folder.path, "sockets");
  await mkdir(sockets);
  await writeFile(join(folder.path, "postmaster.pid"), pidFileOf(process.pid, folder.path, sockets));
  await writeFile(join(sockets, ".s.PGSQL.5432.lock"), `${process.pid}\n`);
  expect(await findPostmaster(folder.path)).toBeUndefined();
  await clearStalePidFiles(folder.path, sockets);
  expect(await readdir(folder.path)).toEqual(["sockets"]);
  expect(await readdir(sockets)).toEqual([]);
});

test("a pid file that is still being written is left alone", async () => {
  await using folder = await makeDataFolder();
  await writeFile(join(folder.path, "postmaster.pid"), "");
  await clearStalePidFiles(folder.path, folder.path);
  expect(await readdir(folder.path)).toEqual(["postmaster.pid"]);
});

function pidFileOf(pid: number, folder: string, sockets: string): string {
  return [pid, folder, 1_700_000_000, 5432, sockets, "", "1 2", "ready"].join("\n");
}
