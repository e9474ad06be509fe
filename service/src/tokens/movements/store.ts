import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { Movement, MovementId, MovementKind } from "./movement.ts";
import { type MovementRow, toMovement, toRow } from "./movement-row.ts";

export interface MovementScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

const columns = `tenant_id, network, id, account_id, kind, token_id, issuer_key_index, value_type, scale, units,
  source_address_id, source_chain, source_address, source_key_index, source_contract, source_work_id,
  destination_address_id, destination_chain, destination_address, destination_key_index, destination_contract,
  destination_work_id, return_work_id, status, step, failure_reason, failure_detail, created_at, updated_at`;

// One JSON text: the row has too many columns for one array per column.
const insert = statement(`
  INSERT INTO token_movements (${columns})
  SELECT ${columns} FROM json_populate_recordset(NULL::token_movements, $1::json)`);

export async function insertMovements(tx: Transaction, movements: readonly Movement[]): Promise<void> {
  if (movements.length === 0) return;
  const rows = movements.map((movement) => ({
    ...toRow(movement),
    units: movement.units.toString(),
    created_at: formatInstant(movement.createdAt),
    updated_at: formatInstant(movement.updatedAt),
  }));
  await tx.run(insert, [JSON.stringify(rows)]);
}

// Primary key, ordered by id to avoid deadlocks.
const lock = statement(`
  SELECT ${columns} FROM token_movements
   WHERE tenant_id = $1 AND network = $2 AND id = ANY ($3::text[]) ORDER BY id FOR UPDATE`);

/** The movements, locked until the transaction ends. */
export async function lockMovements(
  tx: Transaction,
  { tenantId, network }: MovementScope,
  ids: readonly string[],
): Promise<readonly Movement[]> {
  return (await tx.rows<MovementRow>(lock, [tenantId, network, [...new Set(ids)]])).map(toMovement);
}

// Primary key.
const update = statement(`
  UPDATE token_movements AS movement
     SET status = changed.status, step = changed.step, failure_reason = changed.failure_reason,
         failure_detail = changed.failure_detail, destination_work_id = changed.destination_work_id,
         return_work_id = changed.return_work_id, updated_at = changed.updated_at
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::timestamptz[])
      AS changed (id, status, step, failure_reason, failure_detail, destination_work_id, return_work_id, updated_at)
   WHERE movement.tenant_id = $1 AND movement.id = changed.id`);

/** Updates the columns that a step can change. The movements must be locked. */
export async function updateMovements(
  tx: Transaction,
  tenantId: TenantId,
  movements: readonly Movement[],
): Promise<void> {
  const rows = movements.map(toRow);
  await tx.run(update, [
    tenantId,
    rows.map(({ id }) => id),
    rows.map(({ status }) => status),
    rows.map(({ step }) => step),
    rows.map(({ failure_reason }) => failure_reason),
    rows.map(({ failure_detail }) => failure_detail),
    rows.map(({ destination_work_id }) => destination_work_id),
    rows.map(({ return_work_id }) => return_work_id),
    movements.map(({ updatedAt }) => formatInstant(updatedAt)),
  ]);
}

export interface MovementKey extends MovementScope {
  readonly accountId: AccountId;
  readonly id: MovementId;
}

// Primary key.
const findOne = statement(`
  SELECT ${columns} FROM token_movements
   WHERE tenant_id = $1 AND id = $2 AND network = $3 AND account_id = $4`);

export async function selectMovement(
  session: Session,
  { tenantId, id, network, accountId }: MovementKey,
): Promise<Movement | undefined> {
  const row = await session.first<MovementRow>(findOne, [tenantId, id, network, accountId]);
  return row === undefined ? undefined : toMovement(row);
}

/** A slice of an account's movements, of one or all kinds, next to a position, in one direction. */
export interface MovementSlice extends MovementScope {
  readonly accountId: AccountId;
  readonly kind: MovementKind | undefined;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

const older = "($4::text IS NULL OR id < $4) ORDER BY id DESC LIMIT $5";
const newer = "($4::text IS NULL OR id > $4) ORDER BY id LIMIT $5";
const slice = (condition: string) =>
  statement(`
    SELECT ${columns} FROM token_movements
     WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND ${condition}`);

// Index: token_movements_by_account.
const slices = { after: slice(older), before: slice(newer) };
// Index: token_movements_by_kind.
const slicesOfKind = { after: slice(`kind = $6 AND ${older}`), before: slice(`kind = $6 AND ${newer}`) };

export async function selectMovements(
  session: Session,
  { tenantId, accountId, network, kind, direction, position, limit }: MovementSlice,
): Promise<readonly Movement[]> {
  const values = [tenantId, accountId, network, position ?? null, limit];
  const rows =
    kind === undefined
      ? await session.rows<MovementRow>(slices[direction], values)
      : await session.rows<MovementRow>(slicesOfKind[direction], [...values, kind]);
  return rows.map(toMovement);
}

// Index: token_movements_failed_refund. Across tenants: for operators.
const failedRefundSlice = statement(
  `SELECT ${columns} FROM token_movements WHERE step = 'refund_failed' AND id > $1 ORDER BY id LIMIT $2`,
);

/** Movements of all tenants whose refund failed, oldest first. */
export async function selectFailedRefunds(
  session: Session,
  { afterId, limit }: { readonly afterId: string; readonly limit: number },
): Promise<readonly Movement[]> {
  return (await session.rows<MovementRow>(failedRefundSlice, [afterId, limit])).map(toMovement);
}

const refundFailed = statement("SELECT count(*) AS count FROM token_movements WHERE step = 'refund_failed'");

/** Number of movements whose refund failed. */
export async function countFailedRefunds(session: Session): Promise<bigint> {
  const row = await session.first<{ readonly count: bigint }>(refundFailed);
  return row?.count ?? 0n;
}
