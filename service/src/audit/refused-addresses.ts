import type { Database } from "../db/database.ts";
import type { Instant } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import type { AuditEntry, AuditScope } from "./audit-entry.ts";
import { type AuditDeps, recordAudit } from "./record-audit.ts";

/** Records that the subject was used from an IP address that is not allowed. */
export type RecordRefusedAddress = (
  scope: AuditScope,
  refused: Pick<AuditEntry, "cause" | "subject" | "accountId"> & { readonly address: string },
) => Promise<void>;

const windowMs = 10 * 60_000;
/** An attacker can have any number of IPv6 addresses, and must not fill the log. */
const maxPerWindow = 100;
const maxSubjects = 1_000;

interface Window {
  readonly startedAt: Instant;
  readonly addresses: Set<string>;
}

/** In ten minutes, each node records an address of a subject once, and at most a hundred addresses. */
export function createRefusedAddresses(
  deps: AuditDeps & { readonly database: Database },
): RecordRefusedAddress {
  const windows = createLruMap<Window>(maxSubjects);
  const windowOf = (subject: string): Window => {
    const now = deps.clock.now();
    const last = windows.get(subject);
    if (last !== undefined && now - last.startedAt < windowMs) return last;
    const next = { startedAt: now, addresses: new Set<string>() };
    windows.set(subject, next);
    return next;
  };
  return async (scope, { address, ...entry }) => {
    const { type, id } = entry.subject;
    const { addresses } = windowOf(`${type} ${id}`);
    if (addresses.has(address) || addresses.size >= maxPerWindow) return;
    addresses.add(address);
    const action = `${type}.refuse_address`;
    await recordAudit(deps, deps.database, scope, [{ ...entry, action, after: { address } }]);
  };
}
