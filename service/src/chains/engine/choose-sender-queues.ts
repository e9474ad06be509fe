import type { SenderQueuePlan } from "../chain.ts";
import { type KeyRef, type KeyRole, keyName } from "../signer.ts";

/** Assigns each operation to the least loaded sender queue of its key role that has capacity. */
export function chooseSenderQueues<Work>(
  plans: readonly SenderQueuePlan[],
  inFlight: ReadonlyMap<string, number>,
  work: readonly { readonly role: KeyRole; readonly work: Work }[],
): readonly { readonly work: Work; readonly senderQueue: KeyRef }[] {
  const load = new Map(inFlight);
  const chosen: { work: Work; senderQueue: KeyRef }[] = [];
  for (const { role, work: item } of work) {
    const senderQueue = leastLoaded(plans, load, role);
    if (senderQueue === undefined) continue;
    load.set(keyName(senderQueue), (load.get(keyName(senderQueue)) ?? 0) + 1);
    chosen.push({ work: item, senderQueue });
  }
  return chosen;
}

function leastLoaded(
  plans: readonly SenderQueuePlan[],
  load: ReadonlyMap<string, number>,
  role: KeyRole,
): KeyRef | undefined {
  let best: { readonly senderQueue: KeyRef; readonly load: number } | undefined;
  for (const plan of plans) {
    if (plan.role !== role) continue;
    for (let index = 0; index < plan.count; index += 1) {
      const senderQueue = { role, index };
      const senderQueueLoad = load.get(keyName(senderQueue)) ?? 0;
      if (senderQueueLoad < plan.maxInFlight && (best === undefined || senderQueueLoad < best.load)) {
        best = { senderQueue, load: senderQueueLoad };
      }
    }
  }
  return best?.senderQueue;
}
