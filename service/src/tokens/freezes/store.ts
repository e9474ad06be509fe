import type { FailureReason } from "../../chains/chain.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { type SqlValue, statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import type { TokenId } from "../token.ts";
import type {
  FailedUnfreezing,
  Freeze,
  FreezeFailure,
  FreezeState,
  FreezeStatus,
  FrozenPlace,
  FrozenToken,
  Unfreezing,
} from "./freeze.ts";

const columns = `network, id, token_id, value_type, tenant_id, chain, address, contract, issuer_key_index, status, reason,
  unfreeze_reason, freeze_work_id, unfreeze_work_id, failure_reason, failure_detail, created_at, updated_at`;

interface FreezeRow extends Omit<Freeze, "token" | "state" | "workId">, Omit<FrozenToken, "id"> {
  readonly tokenId: TokenId;
  readonly status: FreezeStatus;
  readonly freezeWorkId: string;
  readonly unfreezeReason: string | undefined;
  readonly unfreezeWorkId: string | undefined;
  readonly failureReason: FailureReason | undefined;
  readonly failureDetail: string | undefined;
}

/** Returns false if the address is already frozen or being frozen for this token. Index: token_freezes_active. */
export async function insertFreeze(tx: Transaction, freeze: Freeze): Promise<boolean> {
  return (await tx.run(insert, valuesOf(freeze))) === 1;
}

const insert = statement(
  `
  INSERT INTO token_freezes (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::timestamptz, $18::timestamptz)
  ON CONFLICT (network, value_type, chain, address) WHERE status IN ('freezing', 'frozen', 'unfreezing') DO NOTHING`,
  { changesFacts: "platform" },
);

/** Updates the columns that change. Index: token_freezes_pkey. */
export async function updateFreeze(tx: Transaction, freeze: Freeze): Promise<void> {
  const { status, order, failure } = partsOf(freeze.state);
  await tx.run(update, [
    freeze.network,
    freeze.id,
    status,
    order?.reason ?? null,
    order?.workId ?? null,
    failure?.reason ?? null,
    failure?.detail ?? null,
    formatInstant(freeze.updatedAt),
  ]);
}

const update = statement(
  `
  UPDATE token_freezes SET status = $3, unfreeze_reason = $4, unfreeze_work_id = $5, failure_reason = $6,
    failure_detail = $7, updated_at = $8::timestamptz
  WHERE network = $1 AND id = $2`,
  { changesFacts: "platform" },
);

/** Ordered by id to avoid deadlocks. Index: token_freezes_pkey. */
export async function lockFreezes(
  tx: Transaction,
  network: Network,
  ids: readonly string[],
): Promise<readonly Freeze[]> {
  return (await tx.rows(lock, [network, ids])).map(fromRow);
}

const lock = statement<FreezeRow>(
  `SELECT ${columns} FROM token_freezes WHERE network = $1 AND id = ANY ($2::text[]) ORDER BY id FOR UPDATE`,
);

export interface FreezeInput {
  /** Undefined for both. */
  readonly network: Network | undefined;
  readonly valueType: string | undefined;
  readonly status: FreezeStatus | undefined;
  /** Only tokens that this tenant issues. */
  readonly tenantId: TenantId | undefined;
  /** `after` pages to older freezes, newest first; `before` the reverse. */
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

/** Index: token_freezes_pkey; there are few freezes, so filters scan them. */
export async function selectFreezes(session: Session, input: FreezeInput): Promise<readonly Freeze[]> {
  const { network, valueType, status, tenantId, direction, position, limit } = input;
  const select = direction === "after" ? selectOlder : selectNewer;
  const values = [
    network ?? null,
    valueType ?? null,
    status ?? null,
    tenantId ?? null,
    position ?? null,
    limit,
  ];
  return (await session.rows(select, values)).map(fromRow);
}

const pageOf = (comparison: string, order: string): string => `
  SELECT ${columns} FROM token_freezes
   WHERE ($1::text IS NULL OR network = $1) AND ($2::text IS NULL OR value_type = $2)
     AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR tenant_id = $4) AND ($5::text IS NULL OR id ${comparison} $5)
   ORDER BY id ${order} LIMIT $6`;
const selectOlder = statement<FreezeRow>(pageOf("<", "DESC"));
const selectNewer = statement<FreezeRow>(pageOf(">", ""));

/** The given places that are frozen. Index: token_freezes_active. */
export async function selectFrozenPlaces(
  session: Session,
  network: Network,
  places: readonly FrozenPlace[],
): Promise<readonly FrozenPlace[]> {
  if (places.length === 0) return [];
  const values = [
    network,
    places.map(({ valueType }) => valueType),
    places.map(({ chain }) => chain),
    places.map(({ address }) => address),
  ];
  return session.rows(findActiveFreeze, values);
}

const findActiveFreeze = statement<FrozenPlace>(`
  SELECT DISTINCT status.value_type, status.chain, status.address
    FROM unnest($2::text[], $3::text[], $4::text[]) AS requested (value_type, chain, address)
    JOIN token_freezes AS status
      ON status.network = $1 AND status.value_type = requested.value_type AND status.chain = requested.chain
     AND status.address = requested.address AND status.status IN ('freezing', 'frozen', 'unfreezing')`);

function valuesOf(freeze: Freeze): readonly SqlValue[] {
  const { token, state } = freeze;
  const { status, order, failure } = partsOf(state);
  return [
    freeze.network,
    freeze.id,
    token.id,
    token.valueType,
    token.tenantId ?? null,
    freeze.chain,
    freeze.address,
    freeze.contract,
    token.issuerKeyIndex,
    status,
    freeze.reason,
    order?.reason ?? null,
    freeze.workId,
    order?.workId ?? null,
    failure?.reason ?? null,
    failure?.detail ?? null,
    formatInstant(freeze.createdAt),
    formatInstant(freeze.updatedAt),
  ];
}

interface StateParts {
  readonly status: FreezeStatus;
  readonly order: Unfreezing | undefined;
  readonly failure: FreezeFailure | undefined;
}

function partsOf(state: FreezeState): StateParts {
  switch (state.status) {
    case "freezing":
      return { status: state.status, order: undefined, failure: undefined };
    case "frozen":
      return { status: state.status, order: state.last?.order, failure: state.last?.failure };
    case "unfreezing":
    case "unfrozen":
      return { status: state.status, order: state.order, failure: undefined };
    case "failed":
      return { status: state.status, order: undefined, failure: state.failure };
  }
}

function fromRow(row: FreezeRow): Freeze {
  const { network, id, chain, address, contract, reason, createdAt, updatedAt, freezeWorkId: workId } = row;
  const { tokenId, valueType, tenantId, issuerKeyIndex } = row;
  const token = { id: tokenId, valueType, tenantId, issuerKeyIndex };
  const fields = { network, id, chain, address, contract, reason, workId, createdAt, updatedAt };
  return { ...fields, token, state: toState(row) };
}

function toState(row: FreezeRow): FreezeState {
  const order = toOrder(row);
  const failure = toFailure(row);
  switch (row.status) {
    case "freezing":
      return { status: "freezing" };
    case "frozen":
      return { status: "frozen", last: toLast(order, failure) };
    case "unfreezing":
    case "unfrozen":
      assert(order !== undefined, "an order to unfreeze has a reason and a chain operation");
      return { status: row.status, order };
    case "failed":
      assert(failure !== undefined, "a failed freeze has a failure");
      return { status: "failed", failure };
  }
}

function toOrder({ unfreezeReason: reason, unfreezeWorkId: workId }: FreezeRow): Unfreezing | undefined {
  return reason === undefined || workId === undefined ? undefined : { reason, workId };
}

function toFailure({ failureReason: reason, failureDetail: detail }: FreezeRow): FreezeFailure | undefined {
  return reason === undefined || detail === undefined ? undefined : { reason, detail };
}

function toLast(
  order: Unfreezing | undefined,
  failure: FreezeFailure | undefined,
): FailedUnfreezing | undefined {
  return order === undefined || failure === undefined ? undefined : { order, failure };
}
