import type { Instant } from "../../kernel/instant.ts";
import type { EngineDeps } from "./engine-deps.ts";
import { requeueWork } from "./work-store.ts";

export interface Requeued {
  readonly id: string;
  readonly hasFailed: boolean;
  readonly notBefore: Instant;
}

/** The operation needs a new transaction, not before `notBefore`. */
export async function requeue(
  { database, lease, clock }: EngineDeps,
  requeued: readonly Requeued[],
): Promise<void> {
  if (requeued.length === 0) return;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await requeueWork(tx, requeued, clock.now());
  });
}
