import type { Database, Transaction } from "../db/database.ts";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { assert } from "../kernel/assert.ts";
import type { Clock } from "../kernel/instant.ts";
import { type ChainEnd, chainStart, hashSeal } from "./seal-hash.ts";
import {
  insertSeals,
  type NewHead,
  type NewSeal,
  selectHeads,
  selectUnsealed,
  trySealingLock,
  type UnsealedRow,
  upsertHeads,
} from "./seal-store.ts";

/** Adds committed entries to their chains. Every worker node runs one; one at a time is active. */
export interface AuditSealer {
  start(): void;
  stop(): Promise<void>;
}

export interface AuditSealerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly wakeUp: Pick<WakeUp, "listen">;
  /** Topics of writers. Most changes nudge one of them; the others are found by polling. */
  readonly wakeOn: readonly string[];
  readonly idleMs?: number;
  readonly onError: (error: unknown) => void;
}

const pollMs = 500;
/** Entries of this time are sealed together, so that a busy service has few commits of the sealer. */
const holdOffMs = 250;
const rowsPerTurn = 500;

export function createAuditSealer({ wakeUp, wakeOn, onError, ...options }: AuditSealerOptions): AuditSealer {
  let after = firstChain;
  const turn = async (): Promise<Turn> => {
    const next = await sealSome(options, after);
    const isDone = after === firstChain && next === firstChain;
    after = next;
    return isDone ? "wait" : "again";
  };
  const loop = createPollLoop({ name: "audit.seal", turn, pollMs, idleMs: options.idleMs, onError });
  let waiting: NodeJS.Timeout | undefined;
  const wakeSoon = (): void => {
    waiting ??= setTimeout(() => {
      waiting = undefined;
      loop.wake();
    }, holdOffMs);
  };
  const stopListening = wakeOn.map((topic) => wakeUp.listen(topic, wakeSoon));
  return {
    start: loop.start,
    stop: () => {
      for (const stop of stopListening) stop();
      clearTimeout(waiting);
      return loop.stop();
    },
  };
}

const firstChain = "";

/**
 * Seals some entries of the chains after one, and returns the chain after which to continue. A chain with much to seal
 * gets its next turn after all others, so it delays none of them.
 */
export async function sealSome(
  { database, clock }: Pick<AuditSealerOptions, "database" | "clock">,
  after: string,
  limit = rowsPerTurn,
): Promise<string> {
  return database.transaction(async (tx) => {
    if (!(await trySealingLock(tx))) return firstChain;
    const rows = await selectUnsealed(tx, { after: { chain: after, id: afterAllIds }, limit });
    if (rows.length > 0) await sealRows(tx, rows, clock);
    return rows.length === limit ? (rows.at(-1)?.tenantId ?? firstChain) : firstChain;
  });
}

// Sorts after every id, so the chain itself is skipped.
const afterAllIds = "~";

async function sealRows(tx: Transaction, rows: readonly UnsealedRow[], clock: Clock): Promise<void> {
  const chains = [...new Set(rows.map(({ tenantId }) => tenantId))];
  const heads = new Map<string, NewHead>();
  for (const head of await selectHeads(tx, { tenantId: chains })) heads.set(head.tenantId, head);
  const sealedAt = clock.now();
  const seals = rows.map((row): NewSeal => {
    const { tenantId, at, id, entryIds, digests } = row;
    const head = heads.get(tenantId);
    const previous: ChainEnd = head ?? chainStart;
    const content = { sequence: previous.sequence + 1n, at, sealedAt, entryIds, digests };
    const hash = hashSeal(tenantId, previous.hash, content);
    const entryCount = (head?.entryCount ?? 0n) + BigInt(entryIds.length);
    heads.set(tenantId, { tenantId, sequence: content.sequence, hash, entryCount, sealedAt });
    return { ...content, hash, chain: tenantId, id };
  });
  const sealed = await insertSeals(tx, seals, sealedAt);
  assert(sealed === rows.length, "only the sealer removes entries from audit_unsealed");
  await upsertHeads(
    tx,
    chains.flatMap((chain) => heads.get(chain) ?? []),
  );
}
