import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { networks } from "../../kernel/id.ts";
import {
  createSeed,
  exportWords,
  findSeed,
  importSeed,
  loadOrCreateSeed,
  openSeed,
  resealSeeds,
  type SeedChange,
} from "./seeds.ts";

const clock = createManualClock();
const masterKey = randomBytes(32);
const known = `${"abandon ".repeat(11)}about`;
let changes: SeedChange[];

beforeEach(() => {
  changes = [];
});

async function openWorld(ring = createKeyRing(masterKey)) {
  const testDatabase = await createTestDatabase();
  const recordChange = async (_: unknown, change: SeedChange): Promise<void> => {
    changes.push(change);
  };
  const deps = { keyRing: ring, clock, recordChange, database: testDatabase.database };
  return { ...deps, deps, [Symbol.asyncDispose]: testDatabase.drop };
}

const verbs = () => changes.map(({ verb, seed }) => `${verb} ${seed.network}`);

describe("at the start", () => {
  test("nodes that start at once get one and the same seed, and it stays; each network has its own", async () => {
    await using world = await openWorld();
    const load = () => loadOrCreateSeed(world.deps, { network: "testnet", mayCreate: true });
    const seeds = await Promise.all(Array.from({ length: 6 }, load));
    expect(new Set(seeds.map(({ bytes }) => bytes.toString("hex"))).size).toBe(1);
    expect(verbs()).toEqual(["create testnet"]);
    const mainnet = await loadOrCreateSeed(world.deps, { network: "mainnet", mayCreate: true });
    expect(mainnet.bytes).toHaveLength(64);
    expect(mainnet.bytes).not.toEqual(seeds[0]?.bytes);
    expect(await load()).toEqual(seeds[0]);
    expect(seeds[0]).toMatchObject({ origin: "made_at_start", createdAt: clock.now() });
  });

  test.each(networks)("where none may be made, %s says which command makes one", async (network) => {
    await using world = await openWorld();
    await expect(loadOrCreateSeed(world.deps, { network, mayCreate: false })).rejects.toThrow(
      `"florin custody seed create --network ${network}"`,
    );
    const made = await world.database.transaction((tx) => createSeed(world.deps, tx, network));
    expect(await loadOrCreateSeed(world.deps, { network, mayCreate: false })).toMatchObject(made);
  });
});

describe("a seed", () => {
  test("is never replaced", async () => {
    await using world = await openWorld();
    const create = () => world.database.transaction((tx) => createSeed(world.deps, tx, "mainnet"));
    const made = await create();
    await expect(create()).rejects.toThrow("never replaced");
    const others = world.database.transaction((tx) =>
      importSeed(world.deps, tx, { network: "mainnet", words: known }),
    );
    await expect(others).rejects.toThrow(`has the fingerprint ${made.fingerprint}`);
    expect(await findSeed(world.database, "mainnet")).toEqual(made);
    expect(verbs()).toEqual(["create mainnet"]);
  });

  test("is protected by the database too: all that can change is what it is sealed with", async () => {
    await using world = await openWorld();
    await loadOrCreateSeed(world.deps, { network: "testnet", mayCreate: true });
    const attempts: readonly Statement[] = [
      statement("DELETE FROM wallet_seeds"),
      statement("UPDATE wallet_seeds SET fingerprint = repeat('0', 40)"),
      statement("UPDATE wallet_seeds SET network = 'mainnet'"),
    ];
    for (const attempt of attempts) {
      await expect(world.database.run(attempt)).rejects.toThrow(/permission denied/);
    }
  });

  test("stands in the database as nothing that could be read", async () => {
    await using world = await openWorld();
    const { bytes } = await loadOrCreateSeed(world.deps, { network: "testnet", mayCreate: true });
    const rows = await world.database.rows<{ text: string }>(
      statement("SELECT wallet_seeds::text AS text FROM wallet_seeds"),
    );
    const words = await world.database.transaction((tx) => exportWords(world.deps, tx, "testnet"));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(bytes.subarray(0, 8).toString("hex"));
    expect(rows[0]?.text).not.toContain(words.split(" ")[0]);
    await expect(openSeed(createKeyRing(randomBytes(32)), world.database, "testnet")).rejects.toThrow(
      "which is not configured",
    );
  });

  test("comes back from its words, in another database", async () => {
    await using first = await openWorld();
    const made = await loadOrCreateSeed(first.deps, { network: "mainnet", mayCreate: true });
    const words = await first.database.transaction((tx) => exportWords(first.deps, tx, "mainnet"));
    await using second = await openWorld(createKeyRing(randomBytes(32)));
    const imported = await second.database.transaction((tx) =>
      importSeed(second.deps, tx, { network: "mainnet", words }),
    );
    expect(imported).toMatchObject({ fingerprint: made.fingerprint, origin: "imported" });
    const opened = await openSeed(second.keyRing, second.database, "mainnet");
    expect(opened.bytes).toEqual(made.bytes);
    expect(verbs()).toEqual(["create mainnet", "export mainnet", "import mainnet"]);
  });

  test("is not shared by two networks", async () => {
    await using world = await openWorld();
    const bring = (network: "testnet" | "mainnet") =>
      world.database.transaction((tx) => importSeed(world.deps, tx, { network, words: known }));
    await bring("testnet");
    await expect(bring("mainnet")).rejects.toThrow("the seed of the other network");
  });
});

describe("when the master key", () => {
  test("is lost, the words seal the seed anew", async () => {
    await using world = await openWorld();
    const made = await loadOrCreateSeed(world.deps, { network: "mainnet", mayCreate: true });
    const words = await world.database.transaction((tx) => exportWords(world.deps, tx, "mainnet"));
    const later = { ...world.deps, keyRing: createKeyRing(randomBytes(32)) };
    await expect(openSeed(later.keyRing, world.database, "mainnet")).rejects.toThrow("not configured");
    await world.database.transaction((tx) => importSeed(later, tx, { network: "mainnet", words }));
    expect(await openSeed(later.keyRing, world.database, "mainnet")).toEqual(made);
    expect(verbs()).toEqual(["create mainnet", "export mainnet", "restore mainnet"]);
  });

  test("is replaced, resealing frees the seeds from the one before", async () => {
    await using world = await openWorld();
    for (const network of networks) await loadOrCreateSeed(world.deps, { network, mayCreate: true });
    const nextKey = randomBytes(32);
    const both = { keyRing: createKeyRing(nextKey, [masterKey]) };
    expect(await world.database.transaction((tx) => resealSeeds(both, tx))).toBe(2);
    expect(await world.database.transaction((tx) => resealSeeds(both, tx))).toBe(0);
    for (const network of networks) {
      expect(await openSeed(createKeyRing(nextKey), world.database, network)).toMatchObject({ network });
    }
  });
});
