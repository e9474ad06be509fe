import { expect, test } from "vitest";
import { type ChainWorkEnvironment, mintOf, openChainWork } from "../../test/chain-work.ts";
import { createChainDouble } from "../../test/fake-chain.ts";
import { markRestored, recoveryDeps } from "../../test/recovery.ts";
import type { Chain } from "../chains/chain.ts";
import type { Wallet } from "../chains/custody/wallets.ts";
import type { Deposit } from "../chains/deposits/deposit.ts";
import { createDepositScanner, type DepositScanner } from "../chains/deposits/deposit-scanner.ts";
import type { ScanCheckpoint } from "../chains/deposits/scan-deposits.ts";
import type { Id } from "../kernel/id.ts";
import { findOpenRestore, recover } from "./index.ts";
import { insertEffects } from "./store.ts";

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
  const { id: restoreId = "" } = (await findOpenRestore(restored.database)) ?? {};
  const effect = { mark: id, reference, detail: { scan_after: { height: "0", hash: "genesis" } } };
  const place = { network: key.network, place: key.chain };
  await insertEffects(restored.database, restoreId, place, [effect], restored.clock.now());
  await recover(recoveryDeps(restored.database));
  await restored.enqueue([{ id, operation }]);
  const engine = restored.engine();
  await scannerOn(fake.chain, restored, credited, async (point) => {
    if (point === "looked") await engine.turn();
  }).turn();
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

function scannerOn(
  chain: Chain,
  { database, clock, newId }: ChainWorkEnvironment,
  credited: Deposit[],
  checkpoint: (point: ScanCheckpoint) => Promise<void> = () => Promise.resolve(),
): DepositScanner {
  return createDepositScanner({
    chain,
    database,
    clock,
    newId,
    wallets: {
      find: (_session, _place, addresses) =>
        Promise.resolve(addresses.includes(wallet.address) ? [wallet] : []),
      page: () => Promise.resolve([wallet]),
    },
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
    checkpoint,
  });
}
