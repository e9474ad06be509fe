/** One tenant has ready jobs of this type. */
export interface ReadyShare {
  readonly kind: string;
  readonly tenantId: string;
}

export interface GrantedShare extends ReadyShare {
  readonly quota: number;
}

export interface SlotLimits {
  readonly freeSlots: number;
  /** No tenant holds more than this at once, so that one with slow jobs cannot fill the runner. */
  readonly maxPerTenant: number;
  /** Slots that each tenant already holds. */
  readonly held: ReadonlyMap<string, number>;
}

/**
 * Shares the free slots out one by one in rounds, so that a tenant with a single job gets its slot next to one with a
 * hundred thousand. Which tenants have ready jobs is known, how many is not: a quota may exceed the ready jobs.
 */
export function shareOut(ready: readonly ReadyShare[], limits: SlotLimits): readonly GrantedShare[] {
  const quotas = ready.map(() => 0);
  const held = new Map(limits.held);
  let freeSlots = limits.freeSlots;
  for (let dealt = true; dealt && freeSlots > 0; ) {
    dealt = false;
    for (const [index, { tenantId }] of ready.entries()) {
      const holds = held.get(tenantId) ?? 0;
      if (freeSlots === 0 || holds >= limits.maxPerTenant) continue;
      quotas[index] = (quotas[index] ?? 0) + 1;
      held.set(tenantId, holds + 1);
      freeSlots -= 1;
      dealt = true;
    }
  }
  return ready
    .map((share, index) => ({ ...share, quota: quotas[index] ?? 0 }))
    .filter(({ quota }) => quota > 0);
}
