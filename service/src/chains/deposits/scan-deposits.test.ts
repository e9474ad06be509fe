import { expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { type ChainDouble, createChainDouble } from "../../../test/fake-chain.ts";
import { createIdFactory, type Id } from "../../kernel/id.ts";
import { blockTopic } from "../chain-name.ts";
import type { Wallet } from "../custody/wallets.ts";
import type { Deposit } from "./deposit.ts";
import { createDepositScanner, type DepositScanner, type DepositScannerOptions } from "./deposit-scanner.ts";

const key = { network: "testnet", chain: "base" } as const;
const wallet: Wallet = {
  network: "testnet",
  family: "evm",
  tenantId: "01TENANT000000000000000000" as Id<"tenant">,
  addressId: "01ADDRESS00000000000000000",
  keyIndex: 0,
  address: "ours",
};

interface ScannerEnvironment {
  readonly double: ChainDouble;
  readonly credited: Deposit[];
  readonly reports: string[];
  readonly errors: unknown[];
  scanner(pace?: Partial<DepositScannerOptions>): DepositScanner;
  [Symbol.asyncDispose](): Promise<void>;
}

async function openEnvironment(credit: (count: number) => void = () => {}): Promise<ScannerEnvironment> {
  const { database, drop } = await createTestDatabase();
  const double = createChainDouble({ key, sequenced: true, finality: 2 });
  const clock = createManualClock();
  const newId = createIdFactory(clock);
  const credited: Deposit[] = [];
  const reports: string[] = [];
  const errors: unknown[] = [];
  return {
    double,
    credited,
    reports,
    errors,
    scanner: (pace = {}) =>
      createDepositScanner({
        chain: double.chain,
        database,
        clock,
        newId,
        wallets: {
          find: (_session, _place, addresses) => Promise.resolve(addresses.includes("ours") ? [wallet] : []),
          page: () => Promise.resolve([wallet]),
        },
        owner: {
          contracts: () => Promise.resolve(["token"]),
          credit: (_tx, _scope, deposits) => {
            credit(deposits.length);
            credited.push(...deposits);
            return Promise.resolve();
          },
        },
        quorum: { witnesses: [], aboveUnits: 0n, onDisagreement: () => {} },
        pollMs: 10,
        leaseMs: 0,
        report: ({ type, count }) => reports.push(`${count} ${type}`),
        onError: (error) => errors.push(error),
        ...pace,
      }),
    [Symbol.asyncDispose]: drop,
  };
}

test("a deposit is recorded when seen, and credited once when its block is final", async () => {
  await using env = await openEnvironment();
  const scanner = env.scanner();
  await scanner.turn();
  const transactionId = env.double.arrive({ contract: "token", to: "ours", units: 5n });
  env.double.arrive({ contract: "token", to: "theirs", units: 7n });
  env.double.arrive({ contract: "another", to: "ours", units: 9n });
  env.double.mine();
  await scanner.turn();
  expect([env.reports, env.credited]).toEqual([["1 seen"], []]);
  env.double.mine(2);
  for (let round = 0; round < 3; round += 1) await scanner.turn();
  env.double.mine(5);
  await scanner.turn();
  expect(env.credited).toMatchObject([{ transactionId, units: 5n, to: "ours", addressId: wallet.addressId }]);
});

test("a reorged deposit is removed, and credited only after it is included again", async () => {
  await using env = await openEnvironment();
  const scanner = env.scanner();
  await scanner.turn();
  env.double.arrive({ contract: "token", to: "ours", units: 5n });
  env.double.mine();
  await scanner.turn();
  env.double.reorganise(1);
  env.double.mine(6);
  await scanner.turn();
  expect([env.reports, env.credited]).toEqual([["1 seen", "1 reorged"], []]);
  env.double.arrive({ contract: "token", to: "ours", units: 6n });
  env.double.mine(3);
  await scanner.turn();
  expect(env.credited).toMatchObject([{ units: 6n }]);
});

test("after a scanner is killed, its successor credits the remaining deposits once", async () => {
  let isKilled = false;
  await using env = await openEnvironment(() => {
    if (isKilled) return;
    isKilled = true;
    throw new Error("killed");
  });
  await env.scanner().turn();
  env.double.arrive({ contract: "token", to: "ours", units: 5n });
  env.double.mine(3);
  await env.scanner().turn();
  expect([env.credited, env.errors]).toEqual([[], [new Error("killed")]]);
  const successor = env.scanner();
  await successor.turn();
  await successor.turn();
  expect(env.credited).toHaveLength(1);
});

test("a scan whose response is lost is repeated, and no deposit is missed", async () => {
  await using env = await openEnvironment();
  const scanner = env.scanner();
  await scanner.turn();
  env.double.arrive({ contract: "token", to: "ours", units: 5n });
  env.double.mine(3);
  env.double.breakNext("scan", "after");
  await expect(scanner.turn()).rejects.toThrow("the response was lost");
  await scanner.turn();
  expect(env.credited).toHaveLength(1);
});

test("two concurrent scanners credit a deposit once", async () => {
  await using env = await openEnvironment();
  const scanners = [env.scanner(), env.scanner()];
  await scanners[0]?.turn();
  env.double.arrive({ contract: "token", to: "ours", units: 5n });
  env.double.mine(3);
  for (let round = 0; round < 5; round += 1) await Promise.all(scanners.map((scanner) => scanner.turn()));
  expect(env.credited).toHaveLength(1);
});

test("a transfer with an impossible amount is skipped and does not block other deposits", async () => {
  await using env = await openEnvironment();
  const scanner = env.scanner();
  await scanner.turn();
  env.double.arrive({ contract: "token", to: "ours", units: 10n ** 40n });
  env.double.arrive({ contract: "token", to: "ours", units: 5n });
  env.double.mine(3);
  await scanner.turn();
  expect(env.credited).toMatchObject([{ units: 5n }]);
});

test("a new block wakes a scanner that has backed off", async () => {
  await using env = await openEnvironment();
  const listeners = new Map<string, () => void>();
  const hourMs = 3_600_000;
  const scanner = env.scanner({
    pollMs: hourMs,
    idleMs: hourMs,
    leaseMs: hourMs,
    wakeUp: {
      listen: (topic, wake) => {
        listeners.set(topic, wake);
        return () => listeners.delete(topic);
      },
    },
  });
  scanner.start();
  await eventually(() => expect(scanner.health().lastScanAt).toBeDefined());
  env.double.arrive({ contract: "token", to: "ours", units: 5n });
  env.double.mine();
  listeners.get(blockTopic(key))?.();
  await eventually(() => expect(env.reports).toEqual(["1 seen"]));
  await scanner.stop();
  expect(listeners.size).toBe(0);
});
