import { expect, test } from "vitest";
import { createManualClock } from "../../../test/auth.ts";
import { type ChainDouble, createChainDouble } from "../../../test/chain-double.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { createIdFactory, type Id } from "../../kernel/id.ts";
import type { Wallet } from "../custody/wallets.ts";
import type { Deposit } from "./deposit.ts";
import { createDepositScanner, type DepositScanner } from "./deposit-scanner.ts";

const key = { network: "testnet", chain: "base" } as const;
const wallet: Wallet = {
  network: "testnet",
  family: "evm",
  tenantId: "01TENANT000000000000000000" as Id<"tenant">,
  addressId: "01ADDRESS00000000000000000",
  keyIndex: 0,
  address: "ours",
};

interface World {
  readonly double: ChainDouble;
  readonly credited: Deposit[];
  readonly reports: string[];
  readonly errors: unknown[];
  scanner(): DepositScanner;
  [Symbol.asyncDispose](): Promise<void>;
}

async function openWorld(credit: (count: number) => void = () => {}): Promise<World> {
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
    scanner: () =>
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
        pollMs: 10,
        leaseMs: 0,
        report: ({ type, count }) => reports.push(`${count} ${type}`),
        onError: (error) => errors.push(error),
      }),
    [Symbol.asyncDispose]: drop,
  };
}

test("a deposit is seen, and credited once when its block is final", async () => {
  await using world = await openWorld();
  const scanner = world.scanner();
  await scanner.turn();
  const transactionId = world.double.arrive({ contract: "token", to: "ours", units: 5n });
  world.double.arrive({ contract: "token", to: "theirs", units: 7n });
  world.double.arrive({ contract: "another", to: "ours", units: 9n });
  world.double.mine();
  await scanner.turn();
  expect([world.reports, world.credited]).toEqual([["1 seen"], []]);
  world.double.mine(2);
  for (let round = 0; round < 3; round += 1) await scanner.turn();
  world.double.mine(5);
  await scanner.turn();
  expect(world.credited).toMatchObject([
    { transactionId, units: 5n, to: "ours", addressId: wallet.addressId },
  ]);
});

test("what a reorganisation took away is forgotten, and credited only when it came again", async () => {
  await using world = await openWorld();
  const scanner = world.scanner();
  await scanner.turn();
  world.double.arrive({ contract: "token", to: "ours", units: 5n });
  world.double.mine();
  await scanner.turn();
  world.double.reorganise(1);
  world.double.mine(6);
  await scanner.turn();
  expect([world.reports, world.credited]).toEqual([["1 seen", "1 forgotten"], []]);
  world.double.arrive({ contract: "token", to: "ours", units: 6n });
  world.double.mine(3);
  await scanner.turn();
  expect(world.credited).toMatchObject([{ units: 6n }]);
});

test("a scanner that comes after one that was killed credits what is left, once", async () => {
  let isKilled = false;
  await using world = await openWorld(() => {
    if (isKilled) return;
    isKilled = true;
    throw new Error("killed");
  });
  await world.scanner().turn();
  world.double.arrive({ contract: "token", to: "ours", units: 5n });
  world.double.mine(3);
  await world.scanner().turn();
  expect([world.credited, world.errors]).toEqual([[], [new Error("killed")]]);
  const successor = world.scanner();
  await successor.turn();
  await successor.turn();
  expect(world.credited).toHaveLength(1);
});

test("an answer that was lost is asked for again, and nothing is missed", async () => {
  await using world = await openWorld();
  const scanner = world.scanner();
  await scanner.turn();
  world.double.arrive({ contract: "token", to: "ours", units: 5n });
  world.double.mine(3);
  world.double.breakNext("scan", "after");
  await expect(scanner.turn()).rejects.toThrow("the answer was lost");
  await scanner.turn();
  expect(world.credited).toHaveLength(1);
});

test("two scanners at once credit once", async () => {
  await using world = await openWorld();
  const scanners = [world.scanner(), world.scanner()];
  await scanners[0]?.turn();
  world.double.arrive({ contract: "token", to: "ours", units: 5n });
  world.double.mine(3);
  for (let round = 0; round < 5; round += 1) await Promise.all(scanners.map((scanner) => scanner.turn()));
  expect(world.credited).toHaveLength(1);
});

test("an amount that nobody can have stops nothing", async () => {
  await using world = await openWorld();
  const scanner = world.scanner();
  await scanner.turn();
  world.double.arrive({ contract: "token", to: "ours", units: 10n ** 40n });
  world.double.arrive({ contract: "token", to: "ours", units: 5n });
  world.double.mine(3);
  await scanner.turn();
  expect(world.credited).toMatchObject([{ units: 5n }]);
});
