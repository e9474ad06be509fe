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
import { deriveAddresses, keepRoleAddresses, listRoleAddresses } from "./key-role-addresses.ts";
import { verifyCustody } from "./verify-custody.ts";
import type { Wallet, WalletPlace } from "./wallets.ts";

let testDatabase: TestDatabase;
let database: TestDatabase["database"];
const newId = createIdFactory(createManualClock());
const seed = randomBytes(64);
const custody = createTestCustody({ testnet: seed });
const tenantId = newId<"tenant">();
let submissions = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 8 });
  database = testDatabase.database;
});

afterAll(() => testDatabase.drop());

const makeAll = (families: readonly ChainFamily[], network: Network = "testnet"): Promise<Wallet[]> =>
  database.transaction(async (tx) => {
    const created: Wallet[] = [];
    submissions += 1;
    for (const family of families) {
      const wallet = { network, family, tenantId, addressId: newId<"address">() };
      created.push(await custody.wallets.create(tx, wallet));
    }
    return created;
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

test("a custodial address uses the next key of its family, and is found by its address", async () => {
  const [first] = await makeAll(["evm"], "mainnet");
  const [second] = await makeAll(["evm"], "mainnet");
  expect([first?.keyIndex, second?.keyIndex]).toEqual([0, 1]);
  const place = { network: "mainnet", family: "evm" } as const;
  const derived = await deriveAddresses(custody, place, [{ role: "custody", index: 1 }]);
  expect(second?.address).toBe(derived[0]?.address);
  const addresses = [second?.address ?? "", "not custodial"];
  expect(await custody.wallets.find(database, place, addresses)).toEqual([second]);
  const elsewhere = { network: "testnet", family: "evm" } as const;
  expect(await custody.wallets.find(database, elsewhere, addresses)).toEqual([]);
  expect(await custody.wallets.find(database, place, [])).toEqual([]);
});

test("custodial addresses are found among thousands of others", async () => {
  const [wallet] = await makeAll(["stellar"], "mainnet");
  const strangers = Array.from({ length: 2_500 }, (_, index) => `stranger ${index}`);
  const addressesWithStrangers = [...strangers, wallet?.address ?? ""];
  const place = { network: "mainnet", family: "stellar" } as const;
  expect(await custody.wallets.find(database, place, addressesWithStrangers)).toEqual([wallet]);
});

test("concurrent accounts that take keys in any order neither deadlock nor share a key", async () => {
  const orders: readonly (readonly ChainFamily[])[] = [
    ["evm", "solana", "stellar"],
    ["stellar", "solana", "evm"],
    ["solana", "evm", "stellar"],
    ["evm", "stellar", "solana"],
  ];
  const before = submissions;
  await Promise.all(Array.from({ length: 60 }, (_, index) => makeAll(orders[index % 4] ?? [])));
  // A deadlock would have made the database abort a transaction, which is then retried.
  expect(submissions - before).toBe(60);
  for (const family of chainFamilies) {
    const wallets = await allOf({ network: "testnet", family });
    expect(wallets.map(({ keyIndex }) => keyIndex)).toEqual(wallets.map((_, index) => index));
    expect(new Set(wallets.map(({ address }) => address)).size).toBe(60);
  }
});

test("a key taken in a transaction that rolls back is used by the next one", async () => {
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

test("custodial addresses cannot be changed or deleted", async () => {
  for (const submission of ["UPDATE custody_wallets SET address = 'mine'", "DELETE FROM custody_wallets"]) {
    await expect(database.run(statement(submission))).rejects.toThrow(/permission denied/);
  }
});

test("verification succeeds with the right seed only", async () => {
  const place = { network: "testnet", family: "evm" } as const;
  const right = createTestCustody({ testnet: seed });
  const count = (await allOf(place)).length;
  expect(await verifyCustody(right, database, place)).toMatchObject({ wallets: count, findingCount: 0 });
  const wrong = await verifyCustody(createTestCustody(), database, place);
  expect(wrong).toMatchObject({ wallets: count, findingCount: count });
  expect(wrong.findings).toHaveLength(20);
  expect(wrong.findings[0]).toMatchObject({ key: { role: "custody", index: 0 } });
});

test("key role addresses are stored on first use, and a seed that derives others is rejected", async () => {
  const place = { network: "testnet", family: "stellar" } as const;
  const keys = [
    { role: "gas", index: 0 },
    { role: "channel", index: 0 },
    { role: "channel", index: 1 },
  ] as const;
  const keep = (deps: TestCustody) =>
    database.transaction((tx) => keepRoleAddresses(deps, tx, { place, keys }));
  const kept = await keep(custody);
  expect(await keep(createTestCustody({ testnet: seed }))).toEqual(kept);
  await expect(keep(createTestCustody())).rejects.toThrow("the seed does not match");
  const roleAddresses = await listRoleAddresses(custody, database, place);
  expect(roleAddresses.map(({ key }) => `${key.role}/${key.index}`)).toEqual([
    "channel/0",
    "channel/1",
    "freezer/0",
    "gas/0",
    "minter/0",
  ]);
  expect(await verifyCustody(createTestCustody(), database, place)).toMatchObject({ roles: 3 });
});

test("a slow external signer never leads to a shared key", async () => {
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
  const created = await Promise.all(Array.from({ length: 8 }, make));
  expect(new Set(created.map(({ keyIndex }) => keyIndex)).size).toBe(8);
});
