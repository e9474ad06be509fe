import { findAccount } from "../accounts/index.ts";
import type { Transaction } from "../db/database.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { AccountId, Network, NewId, TenantId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import { type Application, readApplicationName, readScopes } from "./application.ts";
import { digestSecret, newSecret } from "./secrets.ts";
import { loadOrCreateServiceKey } from "./service-keys.ts";
import { countLiveApplications, insertApplication, insertDirectoryEntry, insertSecret } from "./store.ts";

export interface ApplicationDeps {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly newId: NewId;
}

export interface NewApplication {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly network: Network;
  readonly name: string;
  readonly scopes: readonly string[];
}

/** A secret that is shown now and never again. */
export interface ShownSecret {
  readonly application: Application;
  readonly clientSecret: string;
}

const maxLiveApplications = 100;

export async function createApplication(
  deps: ApplicationDeps,
  tx: Transaction,
  request: NewApplication,
): Promise<ShownSecret> {
  const { tenantId, accountId, network } = request;
  const name = orThrow(readApplicationName(request.name));
  const scopes = orThrow(readScopes(request.scopes));
  if ((await findAccount(tx, { tenantId, accountId })) === undefined) {
    throw new RefusalError(refuse("not_found", "there is no such account"));
  }
  if ((await countLiveApplications(tx, request)) >= maxLiveApplications) {
    const detail = `an account has at most ${maxLiveApplications} live applications in a network; revoke one first`;
    throw new RefusalError(refuse("unprocessable", detail));
  }
  const createdAt = deps.clock.now();
  const id = deps.newId<"application">();
  const application = { id, tenantId, accountId, network, name, scopes, createdAt, revokedAt: undefined };
  await insertApplication(tx, application);
  await insertDirectoryEntry(tx, application);
  return { application, clientSecret: await addSecret(deps, tx, application) };
}

/** Makes a secret, keeps what proves it, and gives it out this once. */
export async function addSecret(
  deps: ApplicationDeps,
  tx: Transaction,
  application: Application,
): Promise<string> {
  const pepper = await loadOrCreateServiceKey(tx, deps.keyRing, "application-secret-pepper");
  const clientSecret = newSecret();
  await insertSecret(tx, application, {
    id: deps.newId<"secret">(),
    digest: digestSecret(pepper, clientSecret),
    createdAt: deps.clock.now(),
  });
  return clientSecret;
}
