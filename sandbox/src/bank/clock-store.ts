import {
  formatInstant,
  type Instant,
  type Network,
  type Session,
  type SimulatedClock,
  statement,
  type TenantId,
  type Transaction,
} from "@florin/service/sandbox-ports";

/** The clock of a tenant at the bank of a network. */
export interface TenantClock {
  readonly tenantId: TenantId;
  /** Undefined until a mode is chosen. */
  readonly clockMode: SimulatedClock["mode"] | undefined;
  /** Offset from the bank's clock. */
  readonly aheadMs: number;
}

const select = statement<TenantClock>(`
  SELECT tenant_id, clock_mode, ahead_ms::double precision AS ahead_ms FROM sandbox_bank_clocks
  WHERE network = $1 AND ($2::text[] IS NULL OR tenant_id = ANY ($2))`);

/** Of these tenants, or of all; a tenant that never changed its clock has none. */
export async function selectClocks(
  session: Session,
  network: Network,
  tenantIds?: readonly TenantId[],
): Promise<ReadonlyMap<TenantId, TenantClock>> {
  const rows = await session.rows(select, [network, tenantIds ?? null]);
  return new Map(rows.map((row) => [row.tenantId, row]));
}

const upsert = statement(`
  INSERT INTO sandbox_bank_clocks (network, tenant_id, clock_mode, ahead_ms) VALUES ($1, $2, $3, $4)
  ON CONFLICT (network, tenant_id) DO UPDATE SET clock_mode = excluded.clock_mode, ahead_ms = excluded.ahead_ms`);

export async function saveClock(tx: Transaction, network: Network, clock: TenantClock): Promise<void> {
  await tx.run(upsert, [network, clock.tenantId, clock.clockMode ?? null, clock.aheadMs]);
}

// Index sandbox_bank_items_of_tenant.
const bringForward = statement(`
  UPDATE sandbox_bank_items
  SET due_at = greatest((due_at AT TIME ZONE 'UTC' - $4::double precision * interval '1 millisecond') AT TIME ZONE 'UTC',
    $3::timestamptz)
  WHERE network = $1 AND tenant_id = $2 AND state = 'waiting' AND due_at > $3::timestamptz`);

/** Waiting items become due earlier, but not before now: past days may have their statements. */
export async function bringItemsForward(
  tx: Transaction,
  { network, tenantId }: { readonly network: Network; readonly tenantId: TenantId },
  { now, byMs }: { readonly now: Instant; readonly byMs: number },
): Promise<void> {
  await tx.run(bringForward, [network, tenantId, formatInstant(now), byMs]);
}
