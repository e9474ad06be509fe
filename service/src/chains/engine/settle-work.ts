import { chunks, settleOrSplit } from "../../db/settle-or-split.ts";
import { assert } from "../../kernel/assert.ts";
import type { ChainWorkScope, SettledWork, WorkOutcome } from "./chain-work.ts";
import { batchSize, type EngineDeps } from "./engine-deps.ts";
import { settleSubmissions } from "./submission-store.ts";
import { endWork, lockOpenWork, type StoredWork, selectWork } from "./work-store.ts";

/** An operation with a final outcome. */
export interface EndedWork {
  readonly workId: string;
  readonly outcome: WorkOutcome;
}

/**
 * Settles each operation together with its owner's effects, in one database transaction per tenant. Returns how many
 * were settled; the rest is retried in the next turn.
 */
export async function settleWork(deps: EngineDeps, ended: readonly EndedWork[]): Promise<number> {
  if (ended.length === 0) return 0;
  const outcomes = new Map(ended.map(({ workId, outcome }) => [workId, outcome]));
  const work = await selectWork(deps.database, [...outcomes.keys()]);
  let settled = 0;
  for (const group of inGroups(work)) {
    await deps.checkpoint("settling");
    settled += await settleOrSplit(
      group.ids,
      (ids) => settleGroup(deps, { ...group, ids }, outcomes),
      deps.onError,
    );
    await deps.checkpoint("settled");
  }
  return settled;
}

interface Group {
  readonly scope: ChainWorkScope;
  readonly owner: string;
  readonly ids: readonly string[];
}

/** One owner and tenant per database transaction, so that each transaction writes to only one ledger journal. */
function inGroups(work: readonly StoredWork[]): readonly Group[] {
  const groups = new Map<string, { scope: ChainWorkScope; owner: string; ids: string[] }>();
  for (const { id, tenantId, network, owner } of work) {
    const name = `${owner} ${tenantId ?? ""}`;
    const group = groups.get(name) ?? { scope: { tenantId, network }, owner, ids: [] };
    group.ids.push(id);
    groups.set(name, group);
  }
  return [...groups.values()].flatMap(({ ids, ...rest }) =>
    chunks(ids, batchSize).map((chunk) => ({ ...rest, ids: chunk })),
  );
}

async function settleGroup(
  { database, lease, owners, clock, report, countConfirmations }: EngineDeps,
  { scope, owner, ids }: Group,
  outcomes: ReadonlyMap<string, WorkOutcome>,
): Promise<void> {
  const settling = owners.get(owner);
  assert(settling !== undefined, `no owner is registered as ${owner}`);
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const settled = (await lockOpenWork(tx, ids)).map((work) => settledOf(work, outcomes));
    if (settled.length === 0) return;
    await endWork(
      tx,
      settled.map(({ id, outcome }) => ({
        id,
        state: outcome.ok ? "done" : "failed",
        transactionId: outcome.transactionId,
        failureReason: outcome.ok ? undefined : outcome.reason,
        failureDetail: outcome.ok ? undefined : outcome.detail,
        updatedAt: clock.now(),
      })),
    );
    // Not those that were replaced, nor those of operations that were settled before.
    const final = new Set(settled.map(({ outcome }) => outcome.transactionId));
    const confirmed = (await settleSubmissions(tx, ids)).flatMap(({ chain, transactionId, sentAt }) =>
      sentAt !== undefined && final.has(transactionId) ? [{ chain, sentAt }] : [],
    );
    await countConfirmations(tx, scope, confirmed, clock.now());
    tx.afterCommit(() => reportFailures(report, settled));
    await settling.settle(tx, scope, settled);
  });
}

function settledOf(work: StoredWork, outcomes: ReadonlyMap<string, WorkOutcome>): SettledWork {
  const { id, chain, subject, operation } = work;
  const outcome = outcomes.get(id);
  assert(outcome !== undefined, "settled work has an outcome");
  return { id, chain, subject, operation, outcome };
}

function reportFailures(report: EngineDeps["report"], settled: readonly SettledWork[]): void {
  for (const { id, outcome } of settled) {
    if (!outcome.ok) {
      report({ type: "failed", workId: id, reason: outcome.reason, detail: outcome.detail });
    }
  }
}
