import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bankInFiles } from "../../test/bank-settings.ts";
import { chainsOff } from "../../test/chains-off.ts";
import { type DataFolder, makeDataFolder } from "../../test/data-folder.ts";
import { createTestDatabase } from "../../test/database.ts";
import { copySeed, makeSeed, openServer, postmasterPid, query } from "../../test/embedded-server.ts";
import type { ConnectionTarget } from "../db/pool.ts";
import { StartupError } from "../startup/startup-error.ts";
import { createAccount, createApplication, listAccounts, openAdmin, openSchema } from "./index.ts";

const options = { command: "test" };

let seed: DataFolder;
beforeAll(async () => {
  seed = await makeSeed();
  const schema = await openSchema({ DATA_DIR: seed.path }, options);
  await schema.migrate();
  await schema.close();
});
afterAll(() => seed[Symbol.asyncDispose]());

test("if the service is down, its database server is started for the command and stopped afterwards", async () => {
  await using folder = await copySeed(seed);
  for (const name of ["Acme", "Beta"]) {
    const admin = await openAdmin({ DATA_DIR: folder.path }, options);
    await createAccount(admin, { name, selfAttested: false });
    await admin.close();
    await expect(postmasterPid(folder.path)).rejects.toThrow("no server runs");
  }
  await using server = await openServer(folder.path);
  expect(await query(server.target, "SELECT name FROM accounts ORDER BY id")).toEqual([
    { name: "Acme" },
    { name: "Beta" },
  ]);
});

test("if the service is running, its database server is used and left running", async () => {
  await using folder = await copySeed(seed);
  await using server = await openServer(folder.path);
  const pid = await postmasterPid(folder.path);
  const admin = await openAdmin({ DATA_DIR: folder.path }, options);
  await createAccount(admin, { name: "Acme", selfAttested: false });
  await admin.close();
  expect(await postmasterPid(folder.path)).toBe(pid);
  expect(await query(server.target, "SELECT name FROM accounts")).toEqual([{ name: "Acme" }]);
  expect(server.events).toEqual([]);
});

test("a folder without a database is rejected and left unchanged", async () => {
  await using folder = await makeDataFolder();
  for (const path of [folder.path, join(folder.path, "not-there")]) {
    const opening = openAdmin({ DATA_DIR: path }, options);
    await expect(opening).rejects.toThrow(StartupError);
    await expect(opening).rejects.toThrow(`There is no Florin database in ${path}.`);
  }
  expect(await readdir(folder.path)).toEqual([]);
});

test("a master key is never generated outside the service's data folder", async () => {
  await using deployment = await createTestDatabase();
  const elsewhere = await mkdtemp(join(tmpdir(), "florin-elsewhere-"));
  const dataFolder = join(elsewhere, "data");
  const admin = await openAdmin({ DATABASE_URL: urlOf(deployment.target), DATA_DIR: dataFolder }, options);
  try {
    const account = await createAccount(admin, { name: "Acme", selfAttested: false });
    const application = { accountId: account.id, network: "testnet", name: "Shop", scopes: "all" } as const;
    await expect(createApplication(admin, application)).rejects.toThrow("MASTER_KEY is not set");
    expect(await readdir(elsewhere)).toEqual([]);
  } finally {
    await admin.close();
    await rm(elsewhere, { recursive: true });
  }
});

test("in production a database superuser is rejected before any change", async () => {
  const environment = {
    FLORIN_PROFILE: "production",
    DATABASE_URL: urlOf(inject("testServer").adminTarget),
    MASTER_KEY: "q83vEjRWeJq83u/+3LqYdlQyEKvN7xI0VniavN7+3Lo=",
    BASE_URL: "https://api.example.com",
    METRICS_TOKEN: "a-long-metrics-token",
    TRUST_PROXY: "loopback",
    SANCTIONS_LIST_DIR: ".",
    ...chainsOff,
    ...bankInFiles,
  };
  await expect(openAdmin(environment, options)).rejects.toThrow("names a superuser");
  await expect(openSchema(environment, options)).rejects.toThrow("names a superuser");
});

test("all managing accounts are returned across pages", async () => {
  await using deployment = await createTestDatabase();
  const admin = await openAdmin({ DATABASE_URL: urlOf(deployment.target) }, options);
  try {
    for (let index = 0; index < 205; index += 1) {
      await createAccount(admin, { name: `Account ${index}`, selfAttested: false });
    }
    const { items, isComplete } = await listAccounts(admin);
    expect(isComplete).toBe(true);
    expect(items.map(({ name }) => name)).toEqual(
      Array.from({ length: 205 }, (_, index) => `Account ${204 - index}`),
    );
  } finally {
    await admin.close();
  }
});

function urlOf(target: ConnectionTarget): string {
  if ("url" in target) return target.url;
  return `postgresql://${target.user}@/${target.database}?host=${encodeURIComponent(target.socketFolder)}`;
}
