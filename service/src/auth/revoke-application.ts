import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { Application, ApplicationKey } from "./application.ts";
import { lockKnownApplication } from "./live-application.ts";
import { updateRevoked } from "./store.ts";

/** Revokes an application permanently: no new tokens immediately, and live ones within seconds. Idempotent. */
export async function revokeApplication(
  deps: AuditDeps,
  tx: Transaction,
  request: ApplicationKey & { readonly cause: Cause },
): Promise<Application> {
  const application = await lockKnownApplication(tx, request);
  if (application.revokedAt !== undefined) return application;
  const revokedAt = deps.clock.now();
  await updateRevoked(tx, { ...application, revokedAt });
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.revoke",
    of: application,
    before: { revoked: null },
    after: { revoked: formatInstant(revokedAt) },
  });
  return { ...application, revokedAt };
}
