import type { Session, Transaction } from "../../db/database.ts";
import { list } from "../../db/list.ts";
import type { Queue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { tokenFreezes } from "../tables.ts";
import type {
  FailedUnfreezing,
  Freeze,
  FreezeFailure,
  FreezeRow,
  FreezeState,
  FreezeStatus,
  FrozenPlace,
  Unfreezing,
} from "./freeze.ts";

const insert = tokenFreezes.insert({
  onConflict: `(network, value_type, chain, address) WHERE status IN ('freezing', 'frozen', 'unfreezing') DO NOTHING`,
});

/** Returns false if the address is already frozen or being frozen for this token. Index: token_freezes_active. */
export function insertFreeze(tx: Transaction, freeze: Freeze): Promise<boolean> {
  return insert(tx, toRow(freeze));
}

const update = tokenFreezes.updateOne({
  by: ["network", "id"],
  set: ["status", "unfreezeReason", "unfreezeWorkId", "failureReason", "failureDetail", "updatedAt"],
});

/** Updates the columns that change. */
export function updateFreeze(tx: Transaction, freeze: Freeze): Promise<void> {
  return update(tx, toRow(freeze));
}

const lock = tokenFreezes.many({ by: ["network", "id[]"], orderBy: ["id"], lock: "UPDATE" });

/** Ordered by id to avoid deadlocks. */
export async function lockFreezes(
  tx: Transaction,
  network: Network,
  ids: readonly string[],
): Promise<readonly Freeze[]> {
  return (await lock(tx, { network, id: ids })).map(fromRow);
}

export interface FreezeFilters {
  /** Undefined for both. */
  readonly network?: Network | undefined;
  readonly valueType?: string | undefined;
  readonly status?: FreezeStatus | undefined;
  /** Only tokens that this tenant issues. */
  readonly tenantId?: TenantId | undefined;
}

/** Newest first. Index: token_freezes_pkey; there are few freezes, so filters scan them. */
export const freezeList = list<FreezeRow, FreezeFilters, Freeze>({
  from: tokenFreezes,
  filters: { network: "network", valueType: "value_type", status: "status", tenantId: "tenant_id" },
  totals: { status: "status" },
  toItem: fromRow,
});

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

function toRow({ token, state, workId, ...freeze }: Freeze): FreezeRow {
  const { status, order, failure } = partsOf(state);
  return {
    ...freeze,
    tokenId: token.id,
    valueType: token.valueType,
    tenantId: token.tenantId,
    issuerKeyIndex: token.issuerKeyIndex,
    status,
    unfreezeReason: order?.reason,
    freezeWorkId: workId,
    unfreezeWorkId: order?.workId,
    failureReason: failure?.reason,
    failureDetail: failure?.detail,
  };
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

/** Without an index: there are few. */
export const failedFreezeQueue: Queue = {
  from: tokenFreezes,
  where: "status = 'frozen' AND failure_reason IS NOT NULL",
  since: "updated_at",
};
