import { afterAll, beforeAll, expect, test } from "vitest";
import { type DataFolder, makeDataFolder } from "../../../test/data-folder.ts";
import { copySeed, makeSeed, openServer, query } from "../../../test/embedded-server.ts";
import { attachToRunningServer, openEmbeddedServer } from "./index.ts";

let seed: DataFolder;
beforeAll(async () => {
  seed = await makeSeed();
});
afterAll(() => seed[Symbol.asyncDispose]());

test("an empty folder becomes a database whose role is not a superuser, reachable only by socket", async () => {
  await using folder = await makeDataFolder();
  await using server = await openServer(folder.path);
  const [facts] = await query(
    server.target,
    `SELECT rolsuper, rolcreatedb, pg_get_userbyid(datdba) AS owner, datlocprovider, datcollate,
            current_setting('listen_addresses') AS addresses, current_setting('data_checksums') AS checksums,
            current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit
     FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  expect(facts).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    owner: "florin",
    datlocprovider: "b",
    datcollate: "C",
    addresses: "",
    checksums: "on",
    fsync: "on",
    commit: "on",
  });
});

test("data survives a stop and a start", async () => {
  await using folder = await copySeed(seed);
  const first = await openServer(folder.path);
  await query(first.target, "CREATE TABLE kept AS SELECT 42 AS value");
  await first.stop();
  expect(await attachToRunningServer(folder.path)).toBeUndefined();
  await using second = await openServer(folder.path);
  expect(await query(second.target, "SELECT value FROM kept")).toEqual([{ value: 42 }]);
});

test("a command next to the service reaches its database without taking the lock", async () => {
  await using folder = await copySeed(seed);
  expect(await attachToRunningServer(folder.path)).toBeUndefined();
  await using server = await openServer(folder.path);
  expect(await attachToRunningServer(folder.path)).toEqual(server.target);
});

test("a setting that PostgreSQL rejects is reported with PostgreSQL's message", async () => {
  await using folder = await copySeed(seed);
  const opening = openEmbeddedServer({
    dataFolder: folder.path,
    instanceName: "florin test",
    settings: { shared_buffers: "a lot" },
  });
  await expect(opening).rejects.toThrow(/does not start.*invalid value for parameter "shared_buffers"/s);
});
