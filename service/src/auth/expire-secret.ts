import { originOf, recordAccessChange } from "../access/index.ts";
import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { ApplicationKey } from "./application.ts";
import { lockLiveApplication } from "./live-application.ts";
import { endSecret, selectNewestSecret } from "./store.ts";

/** Sets when the current secret expires, or that it does not. A secret that has expired stays expired. */
export async function expireSecret(
  deps: AuditDeps,
  tx: Transaction,
  request: ApplicationKey & { readonly endsAt: Instant | undefined; readonly cause: Cause },
): Promise<void> {
  const application = await lockLiveApplication(tx, request);
  const now = deps.clock.now();
  const { endsAt } = request;
  if (endsAt !== undefined && endsAt <= now) {
    const detail = "must be in the future";
    throw new RefusalError(
      refuse("validation_failed", `ends ${detail}`, { errors: [{ pointer: "/ends", detail }] }),
    );
  }
  // A secret that was rotated out does not become the current one when the newest expires.
  const current = await selectNewestSecret(tx, request);
  if (current === undefined || (current.expiresAt !== undefined && current.expiresAt <= now))
    throw new RefusalError(refuse("conflict", "the secret has expired; rotate it"));
  await endSecret(tx, { tenantId: request.tenantId, id: current.id, expiresAt: endsAt });
  const isLonger = current.expiresAt !== undefined && (endsAt === undefined || endsAt > current.expiresAt);
  if (isLonger)
    recordAccessChange(deps, tx, application.id, { kind: "credential", origin: originOf(request.cause) });
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.expire_secret",
    of: application,
    before: { ends: shown(current.expiresAt) },
    after: { ends: shown(endsAt) },
  });
}

function shown(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}
