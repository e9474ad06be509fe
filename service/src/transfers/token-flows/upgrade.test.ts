import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { booksOf, done, faultsOf, paused } from "../../../test/token-movements.ts";
import { tokenOwner, tokenOwnerDeps } from "../../../test/token-owner.ts";
import { record } from "../../../test/tokens.ts";
import type { ChainName } from "../../chains/chain-name.ts";
import type { SettledWork, WorkOutcome } from "../../chains/engine/chain-work.ts";
import { withClient } from "../../db/client.ts";
import type { Database, Session } from "../../db/database.ts";
import { migrate } from "../../db/migrate.ts";
import { migrationsFolder } from "../../db/migration-files.ts";
import type { ConnectionTarget } from "../../db/pool.ts";
import { statement } from "../../db/statement.ts";
import { type AccountId, createIdFactory, tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import type { LedgerAccount, Operation } from "../../ledger/index.ts";
import { selectTokenTransfers } from "../list-store.ts";
import { statusOf, type Transfer, tokenResources } from "../transfer.ts";

const newId = createIdFactory(systemClock);
const units = 30_000_000n;
const asset = { code: "ACME", scale: 6 };
const on = (chain: ChainName, account: Pick<LedgerAccount, "kind" | "owner">): LedgerAccount => ({
  ...account,
  chain,
  asset,
});
const anna = on("base", { kind: "wallet", owner: "anna" });
const supply = (chain: ChainName) => on(chain, { kind: "supply", owner: "token" });
const clearing = (chain: ChainName) => on(chain, { kind: "clearing", owner: "tokens.movements" });

/** A movement as it was stored before, with the ledger operations that were recorded for it. */
interface Stored {
  readonly kind: "transfer" | "mint" | "burn";
  readonly chains: readonly [ChainName | null, ChainName | null];
  readonly status: "pending" | "complete" | "failed";
  readonly step: string;
  readonly reason?: string;
  readonly operations?: (key: string) => readonly Operation[];
}

const held = (key: string): Operation => ({ type: "hold", key: `${key}/held`, account: anna, units });
const crossed = (key: string): Operation => ({
  type: "post_hold",
  key: `${key}/crossed`,
  holdKey: `${key}/held`,
  postings: [
    { account: anna, units: -units },
    { account: supply("base"), units },
    { account: supply("solana"), units: -units },
    { account: clearing("solana"), units },
  ],
});
const turnedBack = (key: string): Operation => ({
  type: "post",
  key: `${key}/turned_back`,
  postings: [
    { account: clearing("solana"), units: -units },
    { account: supply("solana"), units },
    { account: supply("base"), units: -units },
    { account: clearing("base"), units },
  ],
});

const stored = {
  minting: { kind: "mint", chains: [null, "base"], status: "pending", step: "minting" },
  burning: {
    kind: "burn",
    chains: ["base", null],
    status: "pending",
    step: "burning",
    operations: (key) => [held(key)],
  },
  moving: {
    kind: "transfer",
    chains: ["base", "base"],
    status: "pending",
    step: "moving",
    operations: (key) => [held(key)],
  },
  crossing: {
    kind: "transfer",
    chains: ["base", "solana"],
    status: "pending",
    step: "minting",
    operations: (key) => [held(key), crossed(key)],
  },
  returning: {
    kind: "transfer",
    chains: ["base", "solana"],
    status: "pending",
    step: "returning",
    reason: "paused",
    operations: (key) => [held(key), crossed(key), turnedBack(key)],
  },
  complete: { kind: "burn", chains: ["base", null], status: "complete", step: "done" },
  failed: {
    kind: "mint",
    chains: [null, "base"],
    status: "failed",
    step: "done",
    reason: "insufficient_tokens",
  },
} as const satisfies Record<string, Stored>;
type Name = keyof typeof stored;

const insertAccount = statement(`
  INSERT INTO accounts (tenant_id, id, kind, name, self_attested, status, created_at, updated_at)
  VALUES ($1, $1, 'managing', 'Acme', true, 'complete', now(), now())`);

const insertMovement = statement(`
  INSERT INTO token_movements (tenant_id, network, id, account_id, kind, token_id, issuer_key_index, value_type, scale,
    units, source_address_id, source_chain, source_address, source_key_index, source_contract, source_work_id,
    destination_address_id, destination_chain, destination_address, destination_key_index, destination_contract,
    destination_work_id, return_work_id, status, step, failure_reason, failure_detail, created_at, updated_at)
  SELECT $1, 'testnet', $2, $1, $3, 'token', 4, 'ACME', 6, $4,
    CASE WHEN $5::text IS NOT NULL THEN 'anna' END, $5, '0xanna' || left($5, 0), CASE WHEN $5::text IS NOT NULL THEN 7 END,
    'ACME on ' || $5, 'source ' || $2 || left($5, 0), CASE WHEN $6::text IS NOT NULL THEN 'bert' END, $6,
    '0xbert' || left($6, 0), NULL, 'ACME on ' || $6, 'destination ' || $2 || left($6, 0),
    CASE WHEN $8 = 'returning' THEN 'return ' || $2 END, $7, $8, $9, $9, now(), now()`);

async function store(database: Session, tenant: AccountId, movement: Stored): Promise<string> {
  const id = newId<"transfer">();
  const { kind, chains, status, step, reason } = movement;
  await database.run(insertMovement, [tenant, id, kind, units, ...chains, status, step, reason ?? null]);
  return id;
}

test("movements under way before the upgrade are settled after it, with their ids, holds and clearing", async () => {
  await using empty = await createTestDatabase({ empty: true });
  const { database, target } = empty;
  await migrateBefore(target);
  const tenant = newId<"account">();
  const ids = await storeAll(database, tenant);
  await migrate({ target });
  const scope = { tenantId: tenantOf(tenant), network: "testnet" } as const;
  const found = async (name: Name): Promise<Transfer> => {
    const list = { ...scope, accountId: tenant, resources: tokenResources };
    const page = { direction: "after", position: undefined, limit: 20 } as const;
    const all = await selectTokenTransfers(database, { ...list, ...page });
    const transfer = all.find(({ id }) => id === ids.get(name));
    if (transfer === undefined) throw new Error(`${name} is lost`);
    return transfer;
  };
  const shown = async () => {
    const all: Partial<Record<Name, string>> = {};
    for (const name of ids.keys()) {
      const transfer = await found(name);
      const { resource, flow, state } = transfer;
      all[name] = [resource, flow, state.step, statusOf(transfer)].join(" ");
    }
    return all;
  };
  expect(await shown()).toEqual(afterUpgrade);
  expect(await found("failed")).toMatchObject({
    state: { failure: { type: "insufficient_funds", code: "insufficient_tokens" } },
  });
  expect(await found("moving")).toMatchObject({
    source: { address: "0xanna", keyIndex: 7, token: { contract: "ACME on base", issuerKeyIndex: 4 } },
  });
  const owner = tokenOwner(tokenOwnerDeps({ clock: systemClock, newId }));
  const settle = (name: Name, part: "source" | "destination" | "return", outcome: WorkOutcome) => {
    const subject = ids.get(name) ?? "";
    const settled = { id: `${part} ${subject}`, subject, outcome } as SettledWork;
    return database.transaction((tx) => owner.settle(tx, scope, [settled]));
  };
  await settle("minting", "destination", done);
  await settle("burning", "source", done);
  await settle("moving", "source", paused);
  await settle("crossing", "destination", done);
  await settle("returning", "return", done);
  expect(await shown()).toEqual(afterSettlement);
  expect(await faultsOf(database, tenant)).toEqual([]);
  expect(await booksOf(database, tenant)).toEqual(settledBooks);
});

const afterUpgrade: Readonly<Record<Name, string>> = {
  minting: "token_mint mint delivering pending",
  burning: "token_burn burn withdrawing pending",
  moving: "token_transfer payout sending pending",
  crossing: "token_transfer bridge delivering pending",
  returning: "token_transfer bridge refunding pending",
  complete: "token_burn burn done complete",
  failed: "token_mint mint done failed",
};
const afterSettlement: Readonly<Record<Name, string>> = {
  ...afterUpgrade,
  minting: "token_mint mint done complete",
  burning: "token_burn burn done complete",
  moving: "token_transfer payout done failed",
  crossing: "token_transfer bridge done complete",
  returning: "token_transfer bridge done failed",
};

/** Burned 30, moved 30 to the other chain, minted 30 externally; the rest is back, and nothing is in clearing. */
const settledBooks = {
  "wallet/anna/base/ACME": { posted: 8n * units, held: 0n },
  "external//base/ACME": { posted: units, held: 0n },
  "external//solana/ACME": { posted: units, held: 0n },
  "supply/token/base/ACME": { posted: -9n * units, held: 0n },
  "supply/token/solana/ACME": { posted: -units, held: 0n },
};

/** The schema before transfers and movements became one table. */
async function migrateBefore(target: ConnectionTarget): Promise<void> {
  await using folder = await makeDataFolder();
  for (const name of await readdir(migrationsFolder))
    if (name < "0021") await copyFile(join(migrationsFolder, name), join(folder.path, name));
  await migrate({ target, folder: folder.path });
  // The ledger of today records the history; it needs this column.
  await withClient(target, "florin upgrade test", (client) =>
    client.query("ALTER TABLE ledger_heads ADD COLUMN rebuilds bigint NOT NULL DEFAULT 0"),
  );
}

async function storeAll(database: Database, tenant: AccountId): Promise<ReadonlyMap<Name, string>> {
  await database.run(insertAccount, [tenant]);
  const funded = { account: anna, units: 10n * units };
  await record(database, tenant, [
    { type: "post", key: "funded", postings: [{ account: supply("base"), units: -10n * units }, funded] },
  ]);
  const ids = new Map<Name, string>();
  for (const [name, movement] of Object.entries(stored) as [Name, Stored][]) {
    const id = await store(database, tenant, movement);
    ids.set(name, id);
    const operations = movement.operations?.(`token-movement/${id}`) ?? [];
    if (operations.length > 0) await record(database, tenant, operations);
  }
  return ids;
}

const settleMovement = statement(
  "UPDATE token_movements SET status = 'complete', step = 'done' WHERE id = $1",
);
const countBlocked = statement<{ readonly count: number }>(
  "SELECT count(*)::integer AS count FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
);
const selectSteps = statement("SELECT id, status, step FROM transfers ORDER BY id");

test("what a node of the previous version commits during the upgrade is not lost", async () => {
  await using empty = await createTestDatabase({ empty: true });
  const { database, target } = empty;
  await migrateBefore(target);
  const tenant = newId<"account">();
  await database.run(insertAccount, [tenant]);
  const settled = await store(database, tenant, stored.minting);
  const { created, migrating } = await database.transaction(async (tx) => {
    await tx.run(settleMovement, [settled]);
    const id = await store(tx, tenant, stored.minting);
    const migration = migrate({ target });
    await eventually(async () => expect((await database.first(countBlocked))?.count).toBeGreaterThan(0));
    // Wrapped, so that the transaction does not wait for it.
    return { created: id, migrating: { migration } };
  });
  await migrating.migration;
  expect(await database.rows(selectSteps)).toEqual([
    { id: settled, status: "complete", step: "done" },
    { id: created, status: "pending", step: "delivering" },
  ]);
});
