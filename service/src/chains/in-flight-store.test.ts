import { afterAll, beforeAll, expect, test } from "vitest";
import { type ChainWorkEnvironment, openChainWork } from "../../test/chain-work.ts";
import { createChainDouble } from "../../test/fake-chain.ts";
import { statement } from "../db/statement.ts";
import type { ChainOperation } from "./chain.ts";
import { readInFlight } from "./in-flight-store.ts";

const key = { network: "testnet", chain: "base" } as const;
const issuer = { role: "issuer", index: 1 } as const;
const custody = { role: "custody", index: 1 } as const;
let env: ChainWorkEnvironment;
let works = 0;

beforeAll(async () => {
  env = await openChainWork(createChainDouble({ key, sequenced: true, finality: 1 }).chain);
  await enqueue(mint("fusd", "anna", 5n), mint("fusd", "bert", 7n), mint("other", "anna", 100n));
  await enqueue(burn("anna", 2n), transfer("anna", "bert", 3n), transfer("anna", "stranger", 4n));
  const done = await enqueue(mint("fusd", "anna", 1_000n));
  await env.database.run(statement("UPDATE chain_work SET state = 'done' WHERE id = ANY ($1)"), [done]);
  await deposit("anna", 11n, "seen");
  await deposit("anna", 13n, "final");
  await deposit("anna", 17n, "credited");
});
afterAll(() => env[Symbol.asyncDispose]());

async function enqueue(...operations: readonly ChainOperation[]): Promise<readonly string[]> {
  const items = operations.map((operation) => ({ id: operation.reference, operation }));
  await env.enqueue(items);
  return items.map(({ id }) => id);
}

function reference(): string {
  works += 1;
  return `work-${works}`;
}

function mint(contract: string, to: string, units: bigint): ChainOperation {
  return { kind: "mint", reference: reference(), contract, issuer, authority: "platform", to, units };
}

function burn(from: string, units: bigint): ChainOperation {
  return { kind: "burn", reference: reference(), contract: "fusd", issuer, from, fromKey: custody, units };
}

function transfer(from: string, to: string, units: bigint): ChainOperation {
  return { kind: "transfer", reference: reference(), contract: "fusd", from, fromKey: custody, to, units };
}

const insertDeposit = statement(`
  INSERT INTO chain_deposits (network, chain, transaction_id, transfer_index, contract, from_address, other_senders,
    to_address, units, height, block_hash, tenant_id, address_id, state, seen_at, credited_at)
  VALUES ('testnet', 'base', $1, 0, 'fusd', 'stranger', '[]', $2, $3, 1, 'hash', 'tenant', 'address', $4::text, now(),
    CASE WHEN $4::text = 'credited' THEN now() END)`);

async function deposit(to: string, units: bigint, state: "seen" | "final" | "credited"): Promise<void> {
  await env.database.run(insertDeposit, [reference(), to, units, state]);
}

test("mints and burns of a token are totaled across holders", async () => {
  const inFlight = await readInFlight(env.database, key, { contracts: ["fusd"] });
  expect(inFlight.toSorted((left, right) => left.kind.localeCompare(right.kind))).toEqual([
    { contract: "fusd", kind: "burn", from: undefined, to: undefined, units: 2n },
    { contract: "fusd", kind: "mint", from: undefined, to: undefined, units: 12n },
  ]);
});

test("in-flight amounts of a holder are totaled per kind and direction", async () => {
  const inFlight = await readInFlight(env.database, key, { contracts: ["fusd"], holders: ["anna"] });
  const lines = inFlight.map(({ kind, from, to, units }) => `${kind} ${from ?? "-"} ${to ?? "-"} ${units}`);
  expect(lines.toSorted()).toEqual([
    "burn anna - 2",
    "deposit - anna 24",
    "mint - anna 5",
    "transfer anna - 7",
  ]);
});

test("tokens, chains and holders outside the query are excluded", async () => {
  const { database } = env;
  expect(await readInFlight(database, key, { contracts: [] })).toEqual([]);
  expect(await readInFlight(database, key, { contracts: ["fusd"], holders: [] })).toEqual([]);
  expect(await readInFlight(database, { ...key, chain: "solana" }, { contracts: ["fusd"] })).toEqual([]);
});
