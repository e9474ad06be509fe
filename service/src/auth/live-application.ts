import type { Transaction } from "../db/database.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Application, ApplicationKey } from "./application.ts";
import { lockApplication } from "./store.ts";

/** Locks an application that is to be changed; one that was revoked stays as it is. */
export async function lockLiveApplication(tx: Transaction, key: ApplicationKey): Promise<Application> {
  const application = await lockKnownApplication(tx, key);
  if (application.revokedAt === undefined) return application;
  throw new RefusalError(refuse("conflict", "the application has been revoked"));
}

export async function lockKnownApplication(tx: Transaction, key: ApplicationKey): Promise<Application> {
  const application = await lockApplication(tx, key);
  if (application !== undefined) return application;
  throw new RefusalError(refuse("not_found", "there is no such application"));
}
