import { expect, test } from "vitest";
import { type ChainWorkEnvironment, mintOf, openChainWork } from "../../test/chain-work.ts";
import { createChainDouble } from "../../test/fake-chain.ts";
import { markRestored, recoveryDeps } from "../../test/recovery.ts";
import type { Chain } from "../chains/chain.ts";
import type { Wallet } from "../chains/custody/wallets.ts";
import type { Deposit } from "../chains/deposits/deposit.ts";
import { createDepositScanner, type DepositScanner } from "../chains/deposits/deposit-scanner.ts";
import type { ScanDeps } from "../chains/deposits/scan-deposits.ts";
import { insertEffects, selectEffects } from "../db/restores/effect-store.ts";
import { selectOpenRestore } from "../db/restores/restore-store.ts";
import type { Id } from "../kernel/id.ts";
import { recordLateEffects, recover } from "./index.ts";

const key = { network: "testnet", chain: "base" } as const;
const wallet: Wallet = {
  network: "testnet",
  family: "evm",
  tenantId: "01TENANT000000000000000001" as Id<"tenant">,
  addressId: "01ADDRESS00000000000000000",
  keyIndex: 0,
  address: "ours",
};

test("a mint to another tenant's address is credited, also if it is adopted while a scan is in progress", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using lost = await openChainWork(fake.chain);
  await using restored = await openChainWork(fake.chain);
  const credited: Deposit[] = [];
  await scannerOn(fake.chain, restored, credited).turn();
  await markRestored(restored.database);
  const id = lost.newId();
  const operation = { ...mintOf(id), to: wallet.address };
  await lost.enqueue([{ id, operation }]);
  for (const engine = lost.engine(); (await lost.open()).length > 0; lost.clock.advance(1_000)) {
    await engine.turn();
    fake.mine();
  }
  const { transactionId: reference = "" } = (await lost.work.progress(lost.database, [id])).get(id) ?? {};
  const { id: restoreId = "" } = (await selectOpenRestore(restored.database)) ?? {};
  const effect = { mark: id, reference, detail: { scan_after: { height: "0", hash: "genesis" } } };
  const place = { network: key.network, place: key.chain };
  await insertEffects(restored.database, restoreId, place, [effect], restored.clock.now());
  await recover(recoveryDeps(restored.database));
  await restored.enqueue([{ id, operation }]);
  const engine = restored.engine();
  const checkpoint: ScanDeps["checkpoint"] = async (point) => {
    if (point === "looked") await engine.turn();
  };
  await scannerOn(fake.chain, restored, credited, { checkpoint }).turn();
  const scanner = scannerOn(fake.chain, restored, credited);
  for (let turn = 0; turn < 4; turn += 1) {
    fake.mine();
    restored.clock.advance(1_000);
    await engine.turn();
    await scanner.turn();
  }
  expect(restored.reported).toMatchObject([{ id, outcome: { ok: true } }]);
  expect(credited).toMatchObject([{ transactionId: reference, units: 5n }]);
});

test("a transaction that is included after the recovery is adopted, and is no deposit", async () => {
  const fake = createChainDouble({ key, sequenced: true, finality: 2 });
  await using lost = await openChainWork(fake.chain);
  const id = lost.newId();
  const used = { ok: false, reason: "reference_used", detail: "used" } as const;
  const chain: Chain = {
    ...fake.chain,
    check: async (operations) => operations.map(() => used),
    marksIn: async (transactionIds) => transactionIds.map(() => [id]),
    pendingNonces: async () => [],
  };
  await using restored = await openChainWork(chain);
  const { database, clock } = restored;
  const credited: Deposit[] = [];
  const contracts = () => Promise.resolve([{ contract: "token", isIssued: true }]);
  const recordLate: ScanDeps["recordLate"] = (...scanned) =>
    recordLateEffects({ database, clock, wallets, contracts }, ...scanned);
  const scanner = scannerOn(chain, restored, credited, { recordLate });
  await scanner.turn();
  await markRestored(database);
  await recover(recoveryDeps(database));
  const toKey = { role: "custody", index: 0 } as const;
  const operation = { ...mintOf(id), to: wallet.address, toKey };
  await restored.enqueue([{ id, operation }]);
  await lost.enqueue([{ id, operation }]);
  for (const engine = lost.engine(); (await lost.open()).length > 0; lost.clock.advance(1_000)) {
    await engine.turn();
    fake.mine();
    await scanner.turn();
  }
  const engine = restored.engine();
  for (let turn = 0; turn < 4; turn += 1) {
    await engine.turn();
    await scanner.turn();
    clock.advance(60_000);
  }
  expect(restored.reported).toMatchObject([{ id, outcome: { ok: true } }]);
  expect(await selectEffects(database, { state: undefined, limit: 10 })).toMatchObject([
    { state: "adopted" },
  ]);
  expect(credited).toEqual([]);
});

const wallets: ScanDeps["wallets"] = {
  find: (_session, _place, addresses) => Promise.resolve(addresses.includes(wallet.address) ? [wallet] : []),
  page: () => Promise.resolve([wallet]),
};

function scannerOn(
  chain: Chain,
  { database, clock, newId }: ChainWorkEnvironment,
  credited: Deposit[],
  hooks: Pick<ScanDeps, "checkpoint" | "recordLate"> = {},
): DepositScanner {
  return createDepositScanner({
    chain,
    database,
    clock,
    newId,
    wallets,
    owner: {
      contracts: () => Promise.resolve(["token"]),
      credit: (_tx, _scope, deposits) => {
        credited.push(...deposits);
        return Promise.resolve();
      },
    },
    quorum: { witnesses: [], aboveUnits: 0n, onDisagreement: () => {} },
    pollMs: 10,
    leaseMs: 0,
    report: () => undefined,
    onError: (error) => {
      throw error;
    },
    ...hooks,
  });
}
