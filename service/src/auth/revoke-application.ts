import type { Transaction } from "../db/database.ts";
import type { Clock } from "../kernel/instant.ts";
import type { Application, ApplicationKey } from "./application.ts";
import { lockKnownApplication } from "./live-application.ts";
import { markApplicationRevoked } from "./store.ts";

/** Ends an application for good: no new tokens at once, and its live ones within seconds. Doing it twice is harmless. */
export async function revokeApplication(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  key: ApplicationKey,
): Promise<Application> {
  const application = await lockKnownApplication(tx, key);
  if (application.revokedAt !== undefined) return application;
  const revokedAt = clock.now();
  await markApplicationRevoked(tx, key, revokedAt);
  return { ...application, revokedAt };
}
