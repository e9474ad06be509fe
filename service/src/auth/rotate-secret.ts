import { originOf, recordAccessChange } from "../access/index.ts";
import { auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { addMs, formatInstant, type Instant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { ApplicationKey } from "./application.ts";
import { type ApplicationDeps, addSecret, type ShownSecret } from "./create-application.ts";
import { lockLiveApplication } from "./live-application.ts";
import { currentSecret, endsAfterRotation } from "./secrets.ts";
import { endSecret, selectLiveSecrets } from "./store.ts";

export interface RotatedSecret extends ShownSecret {
  /** The previous secret works until then. */
  readonly previousEndsAt: Instant;
}

/** Maximum time for which two secrets work side by side. */
export const maxOverlapSeconds = 30 * 24 * 3600;

/** Creates a new secret; the previous one expires after the overlap, so that clients can switch without an outage. */
export async function rotateSecret(
  deps: ApplicationDeps,
  tx: Transaction,
  request: ApplicationKey & { readonly overlapSeconds: number; readonly cause: Cause },
): Promise<RotatedSecret> {
  checkOverlap(request.overlapSeconds);
  const application = await lockLiveApplication(tx, request);
  const now = deps.clock.now();
  const overlapEndsAt = addMs(now, request.overlapSeconds * 1000);
  const live = await selectLiveSecrets(tx, request, now);
  const ends = endsAfterRotation(live, { now, overlapEndsAt });
  const previousEndsAt = currentSecret(ends)?.expiresAt ?? now;
  for (const end of ends) await endSecret(tx, { tenantId: request.tenantId, ...end });
  recordAccessChange(deps, tx, application.id, { kind: "credential", origin: originOf(request.cause) });
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.rotate_secret",
    of: application,
    after: { previous_ends: formatInstant(previousEndsAt) },
  });
  return { application, clientSecret: await addSecret(deps, tx, application), previousEndsAt };
}

function checkOverlap(overlapSeconds: number): void {
  if (Number.isSafeInteger(overlapSeconds) && overlapSeconds >= 0 && overlapSeconds <= maxOverlapSeconds)
    return;
  const detail = `must be an integer number of seconds from 0 to ${maxOverlapSeconds}`;
  throw new RefusalError(
    refuse("validation_failed", `overlap_seconds ${detail}`, {
      errors: [{ pointer: "/overlap_seconds", detail }],
    }),
  );
}
