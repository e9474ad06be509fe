import { expect, test } from "vitest";
import { testCause } from "../../../test/auth.ts";
import { eventually } from "../../../test/eventually.ts";
import { type JobsEnvironment, openJobs } from "../../../test/jobs.ts";
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

test("chains that agree with the ledger have no differences", async () => {
  await using env = await openEnvironment();
  await env.mint("base", "anna", 5n * million);
  env.agree("base", "anna", 5n * million);
  const run = await env.reconcile();
  // The platform's token on two chains; two wallets on one chain and one on the other, each with two tokens.
  expect(run).toMatchObject({ compared: 2 + 6, explained: 0, different: 0, unverified: 0 });
  expect(await selectDifferences(env.jobs.database, run.id, 10)).toEqual([]);
  expect(await selectLastRun(env.jobs.database)).toEqual(run);
  expect(await readAudit(env.jobs.database, { action: "reconciliation.find_differences", limit: 1 })).toEqual(
    [],
  );
});

test("treasury tokens at an address are compared too", async () => {
  await using env = await openEnvironment();
  await env.mint("base", "anna", 5n * million);
  await env.keep("base", "anna", 3n * million);
  env.agree("base", "anna", 5n * million);
  expect(await env.reconcile()).toMatchObject({ different: 0, unverified: 0 });
});

test("differences are stored with their causes and reported to operators", async () => {
  await using env = await openEnvironment();
  await env.mint("base", "anna", 5n * million);
  await env.mint("solana", "clara", 5n * million);
  env.chains.setSupply(env.contractOf("base"), 4n * million);
  env.chains.setSupply(env.contractOf("solana"), 6n * million);
  env.chains.setBalance(env.contractOf("base"), "0xanna", 3n * million);
  env.chains.setBalance(env.contractOf("solana"), "clara11", 7n * million);
  const run = await env.reconcile();
  expect(run).toMatchObject({ different: 4, unverified: 0 });
  const found = await selectDifferences(env.jobs.database, run.id, 10);
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
  const [entry] = await readAudit(env.jobs.database, {
    action: "reconciliation.find_differences",
    limit: 1,
  });
  expect(entry).toMatchObject({ subject: { id: run.id }, tenantId: undefined, after: { different: 4 } });
});

test("units in flight explain a difference", async () => {
  await using env = await openEnvironment();
  await env.mint("base", "anna", 5n * million);
  const contract = env.contractOf("base");
  env.agree("base", "anna", 8n * million);
  env.inFlight.push({ contract, kind: "mint", from: undefined, to: "0xanna", units: 3n * million });
  expect(await env.reconcile()).toMatchObject({ explained: 2, different: 0 });
});

test("tokens between two chains are missing on the second until they are minted, without an alert", async () => {
  await using env = await openEnvironment();
  await env.mint("base", "anna", 5n * million);
  env.agree("base", "anna", 5n * million);
  await env.cross("solana", "transfers", 2n * million);
  expect(await env.reconcile()).toMatchObject({ explained: 0, different: 0 });
});

test("a mint of bridged tokens may already be on the chain", async () => {
  await using env = await openEnvironment();
  await env.cross("solana", "transfers", 2n * million);
  env.agree("solana", "clara", 2n * million);
  const contract = env.contractOf("solana");
  env.inFlight.push({ contract, kind: "mint", from: undefined, to: "clara11", units: 2n * million });
  expect(await env.reconcile()).toMatchObject({ explained: 2, different: 0 });
});

test("tokens in suspense count toward their address", async () => {
  await using env = await openEnvironment();
  await env.mint("base", "anna", 5n * million);
  await env.hold("base", "anna", 2n * million);
  env.agree("base", "anna", 5n * million);
  expect(await env.reconcile()).toMatchObject({ explained: 0, different: 0 });
});

test("an unreachable chain is unverified, reported once per token, and does not block the others", async () => {
  await using env = await openEnvironment();
  await env.mint("solana", "clara", 5n * million);
  env.chains.setMood("base", "down");
  const run = await env.reconcile();
  expect(run.unverified).toBe(1 + 4);
  expect(run.different).toBe(2);
  const found = await selectDifferences(env.jobs.database, run.id, 10);
  expect(found.map(({ chain, cause }) => `${chain} ${cause}`)).toEqual([
    "base chain_unreachable",
    "solana burned_outside",
    "solana left_without_record",
  ]);
  expect(env.errors).toContain("base");
});

test("only one run is active, and a stalled run is abandoned", async () => {
  await using env = await openEnvironment();
  const { database } = env.jobs;
  const silent = statement(`
    INSERT INTO reconciliation_runs VALUES ('01JD7Q2M8W3T5V6X9YZABCDEFG', $1::timestamptz, $1::timestamptz, NULL, true,
      0, 0, 0, 0)`);
  await database.run(silent, [new Date(systemClock.now()).toISOString()]);
  await env.enqueue();
  await eventually(async () => expect(await env.jobs.waitingJobs()).toEqual([]));
  expect(await selectLastRun(database)).toBeUndefined();
  await database.run(statement("UPDATE reconciliation_runs SET progressed_at = now() - interval '2 hours'"));
  expect(await env.reconcile()).toMatchObject({ different: 0 });
});

async function openEnvironment() {
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
  const env = {
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
      await env.enqueue();
      return eventually(() => {
        const run = runs.at(-1);
        if (run === undefined) throw new Error("the run has not finished");
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
  return env;
}

/** Two wallets that both EVM chains would share, and one on Solana. */
function walletsOf(tenantId: TenantId): readonly Wallet[] {
  const common = { network: "testnet", tenantId } as const;
  return [
    { ...common, family: "evm", addressId: "anna", address: "0xanna", keyIndex: 0 },
    { ...common, family: "evm", addressId: "bert", address: "0xbert", keyIndex: 1 },
    { ...common, family: "solana", addressId: "clara", address: "clara11", keyIndex: 0 },
  ];
}

async function openTenant({ database, newId }: JobsEnvironment): Promise<TenantId> {
  const deps = { clock: systemClock, newId };
  const input = { name: "Acme", selfAttested: false, cause: testCause };
  return (await database.transaction((tx) => createManagingAccount(deps, tx, input))).tenantId;
}

/** Deploys the platform's tokens on two chains; returns the contracts of its own token. */
async function openTokens({ database, newId }: JobsEnvironment): Promise<ReadonlyMap<ChainName, string>> {
  const [clock, chainWork] = [systemClock, createFakeChainWork()];
  const eventLog = createEventLog({ clock, newId, wakeUp: { nudge: () => {} } });
  const chains = ["base", "solana"] as const;
  const input = { network: "testnet", chains, testTokenChains: chains } as const;
  await ensurePlatformTokens({ database, clock, newId, chainWork }, input);
  const ends = chainWork.enqueued.map((work) => ({ work, outcome: deployed(work) }));
  await settleWork(database, issuanceOwner({ clock, newId, eventLog }), ends);
  const token = await findToken(database, { network: "testnet", tenantId: undefined }, "FUSD");
  if (token === undefined) throw new Error("no platform token");
  return new Map(chains.map((chain) => [chain, contractOn(token, chain) ?? ""]));
}

interface Move {
  readonly chain: ChainName;
  readonly owner: string;
  readonly units: bigint;
  readonly from: "supply" | "wallet";
  readonly to: "wallet" | "suspense" | "treasury" | "clearing";
}

function mover(jobs: JobsEnvironment, tenantId: TenantId, ways: Pick<Move, "from" | "to">) {
  return (chain: ChainName, owner: string, units: bigint) =>
    move(jobs, tenantId, { chain, owner, units, ...ways });
}

async function move({ database, newId }: JobsEnvironment, tenantId: TenantId, input: Move): Promise<void> {
  const { chain, owner, units, from, to } = input;
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
