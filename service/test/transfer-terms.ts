import { createManagingAccount } from "../src/accounts/index.ts";
import type { Database, Session } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import { type AccountId, createIdFactory, type NewId, type TenantId } from "../src/kernel/id.ts";
import { formatInstant, type Instant, systemClock } from "../src/kernel/instant.ts";
import { testCause } from "./auth.ts";
import { createTestDatabase } from "./database.ts";
import { addManagedAccount } from "./token-holders.ts";

/** A tenant with two managed accounts, without limits and fees. */
export interface TermsEnvironment {
  readonly database: Database;
  readonly newId: NewId;
  readonly deps: { readonly clock: typeof systemClock; readonly newId: NewId };
  readonly tenantId: TenantId;
  readonly manager: AccountId;
  readonly anna: AccountId;
  readonly bert: AccountId;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openTerms(): Promise<TermsEnvironment> {
  const { database, drop } = await createTestDatabase();
  const newId = createIdFactory(systemClock);
  const deps = { clock: systemClock, newId };
  const input = { name: "Acme", selfAttested: false, cause: testCause };
  const { id: manager, tenantId } = await database.transaction((tx) =>
    createManagingAccount(deps, tx, input),
  );
  const anna = await addManagedAccount({ database }, manager);
  const bert = await addManagedAccount({ database }, manager);
  return { database, newId, deps, tenantId, manager, anna, bert, [Symbol.asyncDispose]: drop };
}

export interface MovedTransfer {
  readonly accountId: AccountId;
  readonly cents: bigint;
  readonly at: Instant;
  readonly transferTypes?: readonly [string, string];
  readonly status?: "pending" | "complete" | "failed" | "canceled";
  readonly network?: "testnet" | "mainnet";
  readonly destination?: string;
}

const insert = statement(`
  INSERT INTO transfers (tenant_id, network, id, account_id, resource, flow, units, cents, fee_cents, currency,
    source_transfer_type, source_value_type, destination_transfer_type, destination_value_type, destination_address_id,
    destination_work_id, ends, status, step, completed_at, created_at, updated_at)
  VALUES ($1, $2, $3, $4, 'transfer', 'onramp', $5::numeric * 10000, $5, 0, 'USD', $6, 'USD', $7, 'FUSD', $3, $3,
    jsonb_build_object('destination', jsonb_build_object('address', $10::text)), $8,
    CASE WHEN $8 = 'pending' THEN 'delivering' ELSE 'done' END,
    CASE WHEN $8 = 'complete' THEN $9::timestamptz END, $9::timestamptz, $9::timestamptz)`);

/** Inserts a transfer as it would be stored at that time. */
export async function insertMoved(
  session: Session,
  { tenantId, newId }: Pick<TermsEnvironment, "tenantId" | "newId">,
  moved: MovedTransfer,
): Promise<void> {
  const { accountId, cents, at, transferTypes = ["wire", "base"] } = moved;
  const { status = "pending", network = "testnet" } = moved;
  const when = formatInstant(at);
  const ends = [...transferTypes, status, when, moved.destination];
  await session.run(insert, [tenantId, network, newId(), accountId, cents, ...ends]);
}
