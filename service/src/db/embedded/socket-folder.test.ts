import { chmod, lstat, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { chooseSocketFolder, ensureSocketFolder } from "./socket-folder.ts";
import { chooseServerUser } from "./unprivileged-user.ts";

const user = chooseServerUser();

test("the socket folder is private to the server's user, also when ensured twice", async () => {
  await using folder = await makeDataFolder();
  const sockets = join(folder.path, "sockets");
  await ensureSocketFolder(sockets, user);
  await ensureSocketFolder(sockets, user);
  const { mode, uid } = await lstat(sockets);
  expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o700, uid: user.uid });
});

test("a folder that others may enter is refused", async () => {
  await using folder = await makeDataFolder();
  const sockets = join(folder.path, "sockets");
  await ensureSocketFolder(sockets, user);
  await chmod(sockets, 0o750);
  await expect(ensureSocketFolder(sockets, user)).rejects.toThrow("is not a private folder of uid");
});

test("a folder of another user is refused", async () => {
  await using folder = await makeDataFolder();
  const sockets = join(folder.path, "sockets");
  await ensureSocketFolder(sockets, user);
  const other = { uid: user.uid + 1, gid: user.gid, isOther: true };
  await expect(ensureSocketFolder(sockets, other)).rejects.toThrow("is not a private folder of uid");
});

test("a link instead of the folder is not followed", async () => {
  await using folder = await makeDataFolder();
  await mkdir(join(folder.path, "elsewhere"), { mode: 0o700 });
  await symlink(join(folder.path, "elsewhere"), join(folder.path, "sockets"));
  await expect(ensureSocketFolder(join(folder.path, "sockets"), user)).rejects.toThrow(
    "is not a private folder",
  );
});

test("the path is short for a deep data folder, and different for a folder that was recreated", async () => {
  await using folder = await makeDataFolder();
  const deep = join(folder.path, "a".repeat(120));
  const shallow = join(folder.path, "b");
  await mkdir(deep);
  await mkdir(shallow);
  const chosen = await chooseSocketFolder({ folder: deep, user });
  expect(join(chosen, ".s.PGSQL.5432").length).toBeLessThanOrEqual(103);
  expect(await chooseSocketFolder({ folder: deep, user })).toBe(chosen);
  expect((await stat(deep)).ino).not.toBe((await stat(shallow)).ino);
  expect(await chooseSocketFolder({ folder: shallow, user })).not.toBe(chosen);
});
