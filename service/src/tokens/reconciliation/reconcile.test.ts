import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { eventually } from "../../../test/eventually.ts";
import { type JobsWorld, openJobs } from "../../../test/jobs.ts";
import { createFakeChains, createFakeChainWork, deployed, settleWork } from "../../../test/tokens.ts";
import { createManagingAccount } from "../../accounts/index.ts";
import { readAudit } from "../../audit/index.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { Wallet } from "../../chains/custody/wallets.ts";
import { statement } from "../../db/statement.ts";
import { createEventLog } from "../../events/index.ts";
import type { TenantId } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { recordOperations } from "../../ledger/index.ts";
import { findToken } from "../find-token.ts";
import { ensurePlatformTokens } from "../platform-tokens.ts";
import { issuanceOwner } from "../settle-deployments.ts";
import { contractOn } from "../token.ts";
import type { UnitsInFlight } from "./in-flight.ts";
import { reconcileKind, reconciliation } from "./reconcile.ts";
import type { Reconciliation } from "./reconciliation.ts";
import { selectDifferences, selectLastRun } from "./store.ts";

const million = 1_000_000n;

test("chains that agree with the ledger are compared and nothing is found", async () => {
  await using world = await openWorld();
  await world.mint("base", "anna", 5n * million);
  world.agree("base", "anna", 5n * million);
  const run = await world.reconcile();
  // The platform's token on two chains; two wallets on one and one on the other, each with two tokens.
  expect(run).toMatchObject({ compared: 2 + 6, explained: 0, different: 0, unverified: 0 });
  expect(await selectDifferences(world.jobs.database, run.id, 10)).toEqual([]);
  expect(await selectLastRun(world.jobs.database)).toEqual(run);
  expect(
    await readAudit(world.jobs.database, { action: "reconciliation.find_differences", limit: 1 }),
  ).toEqual([]);
});

test("what an address holds for the treasury is held against the chain, too", async () => {
  await using world = await openWorld();
  await world.mint("base", "anna", 5n * million);
  await world.keep("base", "anna", 3n * million);
  world.agree("base", "anna", 5n * million);
  expect(await world.reconcile()).toMatchObject({ different: 0, unverified: 0 });
});

test("differences are found with their causes, kept, and told to the operators", async () => {
  await using world = await openWorld();
  await world.mint("base", "anna", 5n * million);
  await world.mint("solana", "clara", 5n * million);
  world.chains.setSupply(world.contractOf("base"), 4n * million);
  world.chains.setSupply(world.contractOf("solana"), 6n * million);
  world.chains.setBalance(world.contractOf("base"), "0xanna", 3n * million);
  world.chains.setBalance(world.contractOf("solana"), "clara11", 7n * million);
  const run = await world.reconcile();
  expect(run).toMatchObject({ different: 4, unverified: 0 });
  const found = await selectDifferences(world.jobs.database, run.id, 10);
  expect(
    found.map(({ chain, holder, chainUnits, ledgerUnits, cause }) => [
      chain,
      holder?.addressId,
      chainUnits,
      ledgerUnits,
      cause,
    ]),
  ).toEqual([
    ["base", undefined, 4n * million, 5n * million, "burned_outside"],
    ["base", "anna", 3n * million, 5n * million, "left_without_record"],
    ["solana", undefined, 6n * million, 5n * million, "minted_outside"],
    ["solana", "clara", 7n * million, 5n * million, "deposit_not_recorded"],
  ]);
  const [entry] = await readAudit(world.jobs.database, {
    action: "reconciliation.find_differences",
    limit: 1,
  });
  expect(entry).toMatchObject({ subject: { id: run.id }, tenantId: undefined, after: { different: 4 } });
});

test("what is under way explains a difference", async () => {
  await using world = await openWorld();
  await world.mint("base", "anna", 5n * million);
  const contract = world.contractOf("base");
  world.agree("base", "anna", 8n * million);
  world.inFlight.push({ contract, kind: "mint", from: undefined, to: "0xanna", units: 3n * million });
  expect(await world.reconcile()).toMatchObject({ explained: 2, different: 0 });
});

test("tokens between two chains are missing on the second until they are minted there, and nobody is alarmed", async () => {
  await using world = await openWorld();
  await world.mint("base", "anna", 5n * million);
  world.agree("base", "anna", 5n * million);
  await world.cross("solana", "transfers", 2n * million);
  expect(await world.reconcile()).toMatchObject({ explained: 0, different: 0 });
});

test("a mint for tokens that come from another chain may be done already", async () => {
  await using world = await openWorld();
  await world.cross("solana", "transfers", 2n * million);
  world.agree("solana", "clara", 2n * million);
  const contract = world.contractOf("solana");
  world.inFlight.push({ contract, kind: "mint", from: undefined, to: "clara11", units: 2n * million });
  expect(await world.reconcile()).toMatchObject({ explained: 2, different: 0 });
});

test("tokens that wait in suspense are at their address all the same", async () => {
  await using world = await openWorld();
  await world.mint("base", "anna", 5n * million);
  await world.hold("base", "anna", 2n * million);
  world.agree("base", "anna", 5n * million);
  expect(await world.reconcile()).toMatchObject({ explained: 0, different: 0 });
});

test("a chain that is down is unverified, told once for each token, and does not keep the others from it", async () => {
  await using world = await openWorld();
  await world.mint("solana", "clara", 5n * million);
  world.chains.setMood("base", "down");
  const run = await world.reconcile();
  expect(run.unverified).toBe(1 + 4);
  expect(run.different).toBe(2);
  const found = await selectDifferences(world.jobs.database, run.id, 10);
  expect(found.map(({ chain, cause }) => `${chain} ${cause}`)).toEqual([
    "base chain_unreachable",
    "solana burned_outside",
    "solana left_without_record",
  ]);
  expect(world.errors).toContain("base");
});

test("there is one run at a time, and one that fell silent is given up", async () => {
  await using world = await openWorld();
  const { database } = world.jobs;
  const silent = statement(`
    INSERT INTO reconciliation_runs VALUES ('01JD7Q2M8W3T5V6X9YZABCDEFG', $1::timestamptz, $1::timestamptz, NULL, true,
      0, 0, 0, 0)`);
  await database.run(silent, [new Date(systemClock.now()).toISOString()]);
  await world.enqueue();
  await eventually(async () => expect(await world.jobs.waitingJobs()).toEqual([]));
  expect(await selectLastRun(database)).toBeUndefined();
  await database.run(statement("UPDATE reconciliation_runs SET progressed_at = now() - interval '2 hours'"));
  expect(await world.reconcile()).toMatchObject({ different: 0 });
});

async function openWorld() {
  const jobs = await openJobs();
  const { database, newId } = jobs;
  const chains = createFakeChains(
    (["base", "solana"] as const).map((chain) => ({ network: "testnet", chain })),
  );
  const tenantId = await openTenant(jobs);
  const contracts = await openTokens(jobs);
  const wallets = walletsOf(tenantId);
  const inFlight: UnitsInFlight[] = [];
  const runs: Reconciliation[] = [];
  const errors: string[] = [];
  const contractOf = (chain: ChainName): string => contracts.get(chain) ?? "";
  const world = {
    jobs,
    chains,
    inFlight,
    errors,
    contractOf,
    agree: (chain: ChainName, holder: string, units: bigint) => {
      chains.setSupply(contractOf(chain), units);
      chains.setBalance(
        contractOf(chain),
        wallets.find((each) => each.addressId === holder)?.address ?? "",
        units,
      );
    },
    mint: mover(jobs, tenantId, { from: "supply", to: "wallet" }),
    cross: mover(jobs, tenantId, { from: "supply", to: "clearing" }),
    hold: mover(jobs, tenantId, { from: "wallet", to: "suspense" }),
    keep: mover(jobs, tenantId, { from: "wallet", to: "treasury" }),
    enqueue: () => database.transaction((tx) => jobs.queue.enqueue(tx, { kind: reconcileKind, payload: {} })),
    reconcile: async (): Promise<Reconciliation> => {
      await world.enqueue();
      return eventually(() => {
        const run = runs.at(-1);
        if (run === undefined) throw new Error("the run has not ended");
        return run;
      });
    },
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
  const work = reconciliation({
    database,
    clock: systemClock,
    newId,
    jobQueue: jobs.queue,
    chains,
    wallets: {
      page: async (_session, { family }, { afterIndex, limit }) =>
        wallets.filter((each) => each.family === family && each.keyIndex > afterIndex).slice(0, limit),
    },
    readInFlight: async () => inFlight,
    onChainError: ({ chain }) => errors.push(chain),
    report: (run) => runs.push(run),
    lookAgainAfterMs: 1,
  });
  jobs.startRunner({ definitions: work.jobs });
  return world;
}

/** Two wallets that both EVM chains would share, and one on solana. */
function walletsOf(tenantId: TenantId): readonly Wallet[] {
  const common = { network: "testnet", tenantId } as const;
  return [
    { ...common, family: "evm", addressId: "anna", address: "0xanna", keyIndex: 0 },
    { ...common, family: "evm", addressId: "bert", address: "0xbert", keyIndex: 1 },
    { ...common, family: "solana", addressId: "clara", address: "clara11", keyIndex: 0 },
  ];
}

async function openTenant({ database, newId }: JobsWorld): Promise<TenantId> {
  const deps = { clock: systemClock, newId };
  const wish = { name: "Acme", selfAttested: false, cause: testCause };
  return (await database.transaction((tx) => createManagingAccount(deps, tx, wish))).tenantId;
}

/** The platform's tokens on two chains; answers where the platform's own is. */
async function openTokens({ database, newId }: JobsWorld): Promise<ReadonlyMap<ChainName, string>> {
  const [clock, chainWork] = [systemClock, createFakeChainWork()];
  const eventLog = createEventLog({ clock, newId, wakeUp: { nudge: () => {} } });
  const chains = ["base", "solana"] as const;
  const wish = { network: "testnet", chains, testTokenChains: chains } as const;
  await ensurePlatformTokens({ database, clock, newId, chainWork }, wish);
  const ends = chainWork.enqueued.map((work) => ({ work, outcome: deployed(work) }));
  await settleWork(database, issuanceOwner({ clock, newId, eventLog }), ends);
  const token = await findToken(database, { network: "testnet", tenantId: undefined }, "FUSD");
  if (token === undefined) throw new Error("there is no token of the platform");
  return new Map(chains.map((chain) => [chain, contractOn(token, chain) ?? ""]));
}

interface Move {
  readonly chain: ChainName;
  readonly owner: string;
  readonly units: bigint;
  readonly from: "supply" | "wallet";
  readonly to: "wallet" | "suspense" | "treasury" | "clearing";
}

function mover(jobs: JobsWorld, tenantId: TenantId, ways: Pick<Move, "from" | "to">) {
  return (chain: ChainName, owner: string, units: bigint) =>
    move(jobs, tenantId, { chain, owner, units, ...ways });
}

async function move({ database, newId }: JobsWorld, tenantId: TenantId, wish: Move): Promise<void> {
  const { chain, owner, units, from, to } = wish;
  const place = { chain, asset: { code: "FUSD", scale: 6 } };
  const source = from === "supply" ? { kind: from, ...place } : { kind: from, owner, ...place };
  const postings = [
    { account: source, units: -units },
    { account: { kind: to, owner, ...place }, units },
  ];
  const scope = { tenantId, network: "testnet" } as const;
  const operation = { type: "post", key: `move/${newId()}`, postings } as const;
  await database.transaction((tx) => recordOperations({ clock: systemClock }, tx, scope, [operation]));
}
