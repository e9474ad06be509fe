import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { rewrapTable } from "../../../test/rewrap-table.ts";
import type { Transaction } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { createIdFactory, networks } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { walletSeeds } from "../tables.ts";
import {
  createSeed,
  exportWords,
  findSeed,
  importSeed,
  loadOrCreateSeed,
  openSeed,
  type SeedChange,
} from "./seeds.ts";

const clock = createManualClock();
const masterKey = randomBytes(32);
const known = `${"abandon ".repeat(11)}about`;
/** As the entry that the caller records. */
const entry = statement("SELECT $1::text[]", { recordsAudit: 1 });
let changes: SeedChange[];

beforeEach(() => {
  changes = [];
});

async function openEnvironment(ring = createKeyRing(masterKey)) {
  const testDatabase = await createTestDatabase();
  const recordChange = async (tx: Transaction, change: SeedChange): Promise<void> => {
    changes.push(change);
    await tx.run(entry, [["wallet_seed"]]);
  };
  const deps = { keyRing: ring, clock, recordChange, database: testDatabase.database };
  return { ...deps, deps, [Symbol.asyncDispose]: testDatabase.drop };
}

const verbs = () => changes.map(({ verb, seed }) => `${verb} ${seed.network}`);

describe("at startup", () => {
  test("processes that start concurrently share one permanent seed per network", async () => {
    await using env = await openEnvironment();
    const load = () => loadOrCreateSeed(env.deps, { network: "testnet", mayCreate: true });
    const seeds = await Promise.all(Array.from({ length: 6 }, load));
    expect(new Set(seeds.map(({ bytes }) => bytes.toString("hex"))).size).toBe(1);
    expect(verbs()).toEqual(["create testnet"]);
    const mainnet = await loadOrCreateSeed(env.deps, { network: "mainnet", mayCreate: true });
    expect(mainnet.bytes).toHaveLength(64);
    expect(mainnet.bytes).not.toEqual(seeds[0]?.bytes);
    expect(await load()).toEqual(seeds[0]);
    expect(seeds[0]).toMatchObject({ origin: "made_at_start", createdAt: clock.now() });
  });

  test.each(networks)(
    "without permission to create one, the error for %s names the command",
    async (network) => {
      await using env = await openEnvironment();
      await expect(loadOrCreateSeed(env.deps, { network, mayCreate: false })).rejects.toThrow(
        `"florin admin custody seed create --network ${network}"`,
      );
      const made = await env.database.transaction((tx) => createSeed(env.deps, tx, network));
      expect(await loadOrCreateSeed(env.deps, { network, mayCreate: false })).toMatchObject(made);
    },
  );
});

describe("a seed", () => {
  test("is never replaced", async () => {
    await using env = await openEnvironment();
    const create = () => env.database.transaction((tx) => createSeed(env.deps, tx, "mainnet"));
    const made = await create();
    await expect(create()).rejects.toThrow("never replaced");
    const otherWords = env.database.transaction((tx) =>
      importSeed(env.deps, tx, { network: "mainnet", words: known }),
    );
    await expect(otherWords).rejects.toThrow(`has the fingerprint ${made.fingerprint}`);
    expect(await findSeed(env.database, "mainnet")).toEqual(made);
    expect(verbs()).toEqual(["create mainnet"]);
  });

  test("is protected by the database, too: only its encryption can change", async () => {
    await using env = await openEnvironment();
    await loadOrCreateSeed(env.deps, { network: "testnet", mayCreate: true });
    const submissions: readonly Statement[] = [
      statement("DELETE FROM wallet_seeds"),
      statement("UPDATE wallet_seeds SET fingerprint = repeat('0', 40)"),
      statement("UPDATE wallet_seeds SET network = 'mainnet'"),
    ];
    for (const submission of submissions) {
      await expect(env.database.run(submission)).rejects.toThrow(/permission denied/);
    }
  });

  test("is stored encrypted only", async () => {
    await using env = await openEnvironment();
    const { bytes } = await loadOrCreateSeed(env.deps, { network: "testnet", mayCreate: true });
    const rows = await env.database.rows(
      statement<{ text: string }>("SELECT wallet_seeds::text AS text FROM wallet_seeds"),
    );
    const words = await env.database.transaction((tx) => exportWords(env.deps, tx, "testnet"));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(bytes.subarray(0, 8).toString("hex"));
    expect(rows[0]?.text).not.toContain(words.split(" ").slice(0, 2).join(" "));
    await expect(openSeed(createKeyRing(randomBytes(32)), env.database, "testnet")).rejects.toThrow(
      "which is not configured",
    );
  });

  test("is recovered from its words in another database", async () => {
    await using first = await openEnvironment();
    const made = await loadOrCreateSeed(first.deps, { network: "mainnet", mayCreate: true });
    const words = await first.database.transaction((tx) => exportWords(first.deps, tx, "mainnet"));
    await using second = await openEnvironment(createKeyRing(randomBytes(32)));
    const imported = await second.database.transaction((tx) =>
      importSeed(second.deps, tx, { network: "mainnet", words }),
    );
    expect(imported).toMatchObject({ fingerprint: made.fingerprint, origin: "imported" });
    const opened = await openSeed(second.keyRing, second.database, "mainnet");
    expect(opened.bytes).toEqual(made.bytes);
    expect(verbs()).toEqual(["create mainnet", "export mainnet", "import mainnet"]);
  });

  test("is not shared by two networks", async () => {
    await using env = await openEnvironment();
    const bring = (network: "testnet" | "mainnet") =>
      env.database.transaction((tx) => importSeed(env.deps, tx, { network, words: known }));
    await bring("testnet");
    await expect(bring("mainnet")).rejects.toThrow("the seed of the other network");
  });
});

describe("when the master key", () => {
  test("is lost, the words encrypt the seed again", async () => {
    await using env = await openEnvironment();
    const made = await loadOrCreateSeed(env.deps, { network: "mainnet", mayCreate: true });
    const words = await env.database.transaction((tx) => exportWords(env.deps, tx, "mainnet"));
    const later = { ...env.deps, keyRing: createKeyRing(randomBytes(32)) };
    await expect(openSeed(later.keyRing, env.database, "mainnet")).rejects.toThrow("not configured");
    await env.database.transaction((tx) => importSeed(later, tx, { network: "mainnet", words }));
    expect(await openSeed(later.keyRing, env.database, "mainnet")).toEqual(made);
    expect(verbs()).toEqual(["create mainnet", "export mainnet", "restore mainnet"]);
  });

  test("is replaced, re-encryption makes the seeds independent of the old key", async () => {
    await using env = await openEnvironment();
    for (const network of networks) await loadOrCreateSeed(env.deps, { network, mayCreate: true });
    const nextKey = randomBytes(32);
    const newId = createIdFactory(systemClock);
    const both = { ...env, newId, keyRing: createKeyRing(nextKey, [masterKey]) };
    expect(await rewrapTable(both, walletSeeds)).toBe(2);
    expect(await rewrapTable(both, walletSeeds)).toBe(0);
    for (const network of networks) {
      expect(await openSeed(createKeyRing(nextKey), env.database, network)).toMatchObject({ network });
    }
  });
});
