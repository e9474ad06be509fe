import type { Transaction } from "../db/database.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Application, ApplicationKey } from "./application.ts";
import { lockApplication } from "./store.ts";

/** Locks an application for a change; a revoked application cannot be changed. */
export async function lockLiveApplication(tx: Transaction, key: ApplicationKey): Promise<Application> {
  const application = await lockKnownApplication(tx, key);
  if (application.revokedAt === undefined) return application;
  throw new RefusalError(refuse("conflict", "the application is revoked"));
}

export async function lockKnownApplication(tx: Transaction, key: ApplicationKey): Promise<Application> {
  const application = await lockApplication(tx, { tenantId: key.tenantId, id: key.applicationId });
  if (application !== undefined) return application;
  throw new RefusalError(refuse("not_found", "there is no application with this id"));
}
