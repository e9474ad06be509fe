import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { Application, ApplicationKey } from "./application.ts";
import { recordApplicationChange } from "./application-audit.ts";
import { lockKnownApplication } from "./live-application.ts";
import { markApplicationRevoked } from "./store.ts";

/** Revokes an application permanently: no new tokens immediately, and live ones within seconds. Idempotent. */
export async function revokeApplication(
  deps: AuditDeps,
  tx: Transaction,
  request: ApplicationKey & { readonly cause: Cause },
): Promise<Application> {
  const application = await lockKnownApplication(tx, request);
  if (application.revokedAt !== undefined) return application;
  const revokedAt = deps.clock.now();
  await markApplicationRevoked(tx, request, revokedAt);
  await recordApplicationChange(deps, tx, application, {
    cause: request.cause,
    verb: "revoke",
    before: { revoked: null },
    after: { revoked: formatInstant(revokedAt) },
  });
  return { ...application, revokedAt };
}
