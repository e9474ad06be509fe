import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import { assert } from "../../kernel/assert.ts";
import { type Clock, formatInstant, type Instant } from "../../kernel/instant.ts";
import type { ChainOperation } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import { chainWork } from "../tables.ts";
import type { ChainWork, ChainWorkProgress, ChainWorkState } from "./chain-work.ts";

type WorkRow = Omit<
  RowOf<typeof chainWork>,
  "notBefore" | "line" | "transactionId" | "failureReason" | "failureDetail" | "createdAt" | "updatedAt"
>;

/** An operation as the engine sees it. */
export type StoredWork = Omit<WorkRow, "operation"> & { readonly operation: ChainOperation };

const columns = "id, network, chain, tenant_id, owner, subject, operation, state, failures, refused_at";

const insert = chainWork.insertMany({
  of: ["state", "failures", "notBefore", "createdAt", "updatedAt"],
  except: ["refusedAt", "transactionId", "failureReason", "failureDetail"],
  onConflict: "(id) DO NOTHING",
});

// The primary key of chain_submissions begins with work_id; the latest submission is one index lookup.
const progressOf = statement<{
  readonly id: string;
  readonly state: ChainWorkState;
  readonly transactionId: string | undefined;
}>(`
  SELECT work.id, work.state, coalesce(work.transaction_id, latest.transaction_id) AS transaction_id
  FROM unnest($1::text[]) AS requested (id)
  JOIN chain_work work USING (id)
  LEFT JOIN LATERAL (
    SELECT transaction_id FROM chain_submissions submission
    WHERE submission.work_id = work.id AND state NOT IN ('reserved', 'dead') AND NOT is_cancel_transaction
    ORDER BY (state = 'included') DESC, number DESC LIMIT 1
  ) latest ON true`);

async function selectProgress(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ChainWorkProgress>> {
  const rows = await session.rows(progressOf, [ids]);
  return new Map(rows.map(({ id, state, transactionId }) => [id, { state, transactionId }]));
}

// Index chain_work_open: from queue to queue, and in each the oldest. Then round-robin over the queues.
const queued = statement<WorkRow>(`
  WITH RECURSIVE lines AS (
    (SELECT line FROM chain_work WHERE network = $1 AND chain = $2 AND state = 'queued' ORDER BY line LIMIT 1)
    UNION ALL
    SELECT (SELECT work.line FROM chain_work work
      WHERE work.network = $1 AND work.chain = $2 AND work.state = 'queued' AND work.line > lines.line
      ORDER BY work.line LIMIT 1)
    FROM lines WHERE lines.line IS NOT NULL
  )
  SELECT ${columns} FROM lines CROSS JOIN LATERAL (
    SELECT *, row_number() OVER (ORDER BY id) AS place FROM (
      SELECT * FROM chain_work
      WHERE network = $1 AND chain = $2 AND state = 'queued' AND line = lines.line AND not_before <= $3::timestamptz
      ORDER BY id LIMIT $4
    ) oldest
  ) waiting
  WHERE lines.line IS NOT NULL ORDER BY place, id LIMIT $4`);

export async function selectQueuedWork(
  session: Session,
  { network, chain }: ChainKey,
  { now, limit }: { readonly now: Instant; readonly limit: number },
): Promise<readonly StoredWork[]> {
  return (await session.rows(queued, [network, chain, formatInstant(now), limit])).map(fromRow);
}

// Index chain_work_open.
const nextQueued = statement<{ readonly notBefore: Instant | undefined }>(`
  SELECT min(not_before) AS not_before FROM chain_work WHERE network = $1 AND chain = $2 AND state = 'queued'`);

/** When the next queued operation is due; undefined if there is none. */
export async function selectNextQueuedAt(
  session: Session,
  { network, chain }: ChainKey,
): Promise<Instant | undefined> {
  const row = await session.first(nextQueued, [network, chain]);
  return row?.notBefore;
}

const byIds = statement<WorkRow>(`SELECT ${columns} FROM chain_work WHERE id = ANY ($1::text[]) ORDER BY id`);

export async function selectWork(session: Session, ids: readonly string[]): Promise<readonly StoredWork[]> {
  return (await session.rows(byIds, [ids])).map(fromRow);
}

// The primary key, one lookup each: for an array of ids, the planner may read all operations that are not settled.
const lockOpen = statement<WorkRow>(`
  SELECT work.* FROM (
    SELECT DISTINCT id COLLATE "C" AS id FROM unnest($1::text[]) AS given (id) ORDER BY 1) AS requested
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM chain_work
    WHERE id = requested.id AND state NOT IN ('done', 'failed') LIMIT 1 FOR UPDATE) AS work`);

/** Locks the operations that are not settled yet. */
export async function lockOpenWork(tx: Transaction, ids: readonly string[]): Promise<readonly StoredWork[]> {
  return (await tx.rows(lockOpen, [ids])).map(fromRow);
}

const setStates = chainWork.updateMany({
  set: ["state", "updatedAt"],
  where: "chain_work.state NOT IN ('done', 'failed') AND chain_work.state <> changed.state",
});

export async function updateWorkStates(
  tx: Transaction,
  state: "sending" | "included",
  ids: readonly string[],
  now: Instant,
): Promise<void> {
  await setStates(
    tx,
    ids.map((id) => ({ id, state, updatedAt: now })),
  );
}

const putBack = statement(`
  UPDATE chain_work SET state = 'queued', failures = failures + new.failed, refused_at = NULL, not_before = new.not_before,
    updated_at = $4::timestamptz
  FROM unnest($1::text[], $2::int[], $3::timestamptz[]) AS new (id, failed, not_before)
  WHERE chain_work.id = new.id AND chain_work.state NOT IN ('done', 'failed')
    AND NOT EXISTS (
      SELECT 1 FROM chain_submissions live WHERE live.work_id = new.id AND live.state NOT IN ('settled', 'dead'))`);

/** Never while a submission is live: two transactions might be included then. */
export async function requeueWork(
  tx: Transaction,
  requeued: readonly { readonly id: string; readonly hasFailed: boolean; readonly notBefore: Instant }[],
  now: Instant,
): Promise<void> {
  if (requeued.length === 0) return;
  await tx.run(putBack, [
    requeued.map(({ id }) => id),
    requeued.map(({ hasFailed }) => (hasFailed ? 1 : 0)),
    requeued.map(({ notBefore }) => formatInstant(notBefore)),
    formatInstant(now),
  ]);
}

const refuse = statement(`
  UPDATE chain_work SET refused_at = coalesce(refused_at, $2::timestamptz), not_before = $3::timestamptz
  FROM unnest($1::text[]) AS given (id)
  WHERE chain_work.id = given.id AND state = 'queued'`);

/** The check failed; it is repeated at `notBefore`. */
export async function noteRefused(
  tx: Transaction,
  ids: readonly string[],
  { now, notBefore }: { readonly now: Instant; readonly notBefore: Instant },
): Promise<void> {
  if (ids.length > 0) await tx.run(refuse, [ids, formatInstant(now), formatInstant(notBefore)]);
}

export const endWork = chainWork.updateMany({
  set: ["state", "transactionId", "failureReason", "failureDetail", "updatedAt"],
  where: "chain_work.state NOT IN ('done', 'failed')",
});

function fromRow(row: WorkRow): StoredWork {
  return { ...row, operation: operationFromJson(row.operation) };
}

/** An operation as stored: units as text, because JSON numbers cannot represent them exactly. */
function operationToJson(operation: ChainOperation): object {
  return "units" in operation ? { ...operation, units: String(operation.units) } : operation;
}

/** Reads what `operationToJson` wrote; only the format of the units is checked. */
export function operationFromJson(stored: object): ChainOperation {
  if ("units" in stored) {
    assert(
      typeof stored.units === "string" && /^\d+$/.test(stored.units),
      "a stored operation has whole units",
    );
    return { ...stored, units: BigInt(stored.units) } as ChainOperation;
  }
  return stored as ChainOperation;
}

export const workTopic = "chain-work";

export function createChainWork({
  clock,
  wakeUp,
}: {
  readonly clock: Clock;
  readonly wakeUp: Pick<WakeUp, "nudge">;
}): ChainWork {
  return {
    enqueue: async (tx, work) => {
      if (work.length === 0) return;
      const now = clock.now();
      const queued = {
        state: "queued",
        failures: 0,
        notBefore: now,
        createdAt: now,
        updatedAt: now,
      } as const;
      const rows = work.map((each) => ({ ...each, operation: operationToJson(each.operation) }));
      await insert(tx, queued, rows);
      tx.afterCommit(() => wakeUp.nudge(workTopic));
    },
    progress: (session, ids) =>
      ids.length === 0 ? Promise.resolve(new Map()) : selectProgress(session, ids),
  };
}
