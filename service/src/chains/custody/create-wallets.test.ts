import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { chainFamilies, createTestCustody, type TestCustody } from "../../../test/custody.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { statement } from "../../db/statement.ts";
import { createIdFactory, type Network } from "../../kernel/id.ts";
import type { ChainFamily } from "../chain-name.ts";
import { createWallets } from "./create-wallets.ts";
import { deriveAddresses, keepDutyAddresses, listDutyAddresses } from "./duty-addresses.ts";
import { verifyCustody } from "./verify-custody.ts";
import type { Wallet, WalletPlace } from "./wallets.ts";

let testDatabase: TestDatabase;
let database: TestDatabase["database"];
const newId = createIdFactory(createManualClock());
const seed = randomBytes(64);
const custody = createTestCustody({ testnet: seed });
const tenantId = newId<"tenant">();
let attempts = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 8 });
  database = testDatabase.database;
});

afterAll(() => testDatabase.drop());

const makeAll = (families: readonly ChainFamily[], network: Network = "testnet"): Promise<Wallet[]> =>
  database.transaction(async (tx) => {
    const made: Wallet[] = [];
    attempts += 1;
    for (const family of families) {
      const wallet = { network, family, tenantId, addressId: newId<"address">() };
      made.push(await custody.wallets.create(tx, wallet));
    }
    return made;
  });

async function allOf(place: WalletPlace): Promise<readonly Wallet[]> {
  const all: Wallet[] = [];
  let afterIndex = -1;
  for (;;) {
    const page = await custody.wallets.page(database, place, { afterIndex, limit: 7 });
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined) return all;
    afterIndex = last.keyIndex;
  }
}

test("a wallet has the next key of its family, and is found by its address", async () => {
  const [first] = await makeAll(["evm"], "mainnet");
  const [second] = await makeAll(["evm"], "mainnet");
  expect([first?.keyIndex, second?.keyIndex]).toEqual([0, 1]);
  const place = { network: "mainnet", family: "evm" } as const;
  const derived = await deriveAddresses(custody, place, [{ duty: "custody", index: 1 }]);
  expect(second?.address).toBe(derived[0]?.address);
  const addresses = [second?.address ?? "", "nobody's"];
  expect(await custody.wallets.find(database, place, addresses)).toEqual([second]);
  const elsewhere = { network: "testnet", family: "evm" } as const;
  expect(await custody.wallets.find(database, elsewhere, addresses)).toEqual([]);
  expect(await custody.wallets.find(database, place, [])).toEqual([]);
});

test("many that are asked about at once are all found", async () => {
  const [wallet] = await makeAll(["stellar"], "mainnet");
  const strangers = Array.from({ length: 2_500 }, (_, index) => `stranger ${index}`);
  const asked = [...strangers, wallet?.address ?? ""];
  const place = { network: "mainnet", family: "stellar" } as const;
  expect(await custody.wallets.find(database, place, asked)).toEqual([wallet]);
});

test("many accounts at once, in whatever order they take keys, neither wait in a circle nor share a key", async () => {
  const orders: readonly (readonly ChainFamily[])[] = [
    ["evm", "solana", "stellar"],
    ["stellar", "solana", "evm"],
    ["solana", "evm", "stellar"],
    ["evm", "stellar", "solana"],
  ];
  const before = attempts;
  await Promise.all(Array.from({ length: 60 }, (_, index) => makeAll(orders[index % 4] ?? [])));
  // Who had waited in a circle would have been sent back by the database, and tried again.
  expect(attempts - before).toBe(60);
  for (const family of chainFamilies) {
    const wallets = await allOf({ network: "testnet", family });
    expect(wallets.map(({ keyIndex }) => keyIndex)).toEqual(wallets.map((_, index) => index));
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(60);
  }
});

test("a key that was taken in a transaction that fails is taken by the next one", async () => {
  const place = { network: "testnet", family: "solana" } as const;
  const count = (await allOf(place)).length;
  const failing = database.transaction(async (tx) => {
    await custody.wallets.create(tx, { ...place, tenantId, addressId: newId<"address">() });
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  const [next] = await makeAll(["solana"]);
  expect(next?.keyIndex).toBe(count);
});

test("the directory cannot be changed afterwards", async () => {
  for (const attempt of ["UPDATE custody_wallets SET address = 'mine'", "DELETE FROM custody_wallets"]) {
    await expect(database.run(statement(attempt))).rejects.toThrow(/permission denied/);
  }
});

test("every wallet is derived again from its seed, and from no other", async () => {
  const place = { network: "testnet", family: "evm" } as const;
  const right = createTestCustody({ testnet: seed });
  const count = (await allOf(place)).length;
  expect(await verifyCustody(right, database, place)).toMatchObject({ wallets: count, findingCount: 0 });
  const wrong = await verifyCustody(createTestCustody(), database, place);
  expect(wrong).toMatchObject({ wallets: count, findingCount: count });
  expect(wrong.findings).toHaveLength(20);
  expect(wrong.findings[0]).toMatchObject({ key: { duty: "custody", index: 0 } });
});

test("addresses of duties are kept when they are first used, and a seed with others is refused", async () => {
  const place = { network: "testnet", family: "stellar" } as const;
  const keys = [
    { duty: "gas", index: 0 },
    { duty: "channel", index: 0 },
    { duty: "channel", index: 1 },
  ] as const;
  const keep = (deps: TestCustody) =>
    database.transaction((tx) => keepDutyAddresses(deps, tx, { place, keys }));
  const kept = await keep(custody);
  expect(await keep(createTestCustody({ testnet: seed }))).toEqual(kept);
  await expect(keep(createTestCustody())).rejects.toThrow("the seed is not the one");
  const listed = await listDutyAddresses(custody, database, place);
  expect(listed.map(({ key }) => `${key.duty}/${key.index}`)).toEqual([
    "channel/0",
    "channel/1",
    "freezer/0",
    "gas/0",
    "minter/0",
  ]);
  expect(await verifyCustody(createTestCustody(), database, place)).toMatchObject({ duties: 3 });
});

test("a wallet waits for a signer that is not in this process without giving its key to another", async () => {
  const slow = createWallets({
    ...custody,
    signerOf: (place) => {
      const signer = custody.signerOf(place);
      return {
        ...signer,
        publicKey: async (key) => {
          for (let turns = 0; turns < 20; turns += 1) await turn();
          return signer.publicKey(key);
        },
      };
    },
  });
  const make = () =>
    database.transaction((tx) =>
      slow.create(tx, { network: "mainnet", family: "solana", tenantId, addressId: newId<"address">() }),
    );
  const made = await Promise.all(Array.from({ length: 8 }, make));
  expect(new Set(made.map(({ keyIndex }) => keyIndex)).size).toBe(8);
});
