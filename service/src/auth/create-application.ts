import { originOf, recordAccessChange } from "../access/index.ts";
import { findAccount } from "../accounts/index.ts";
import { auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
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
  readonly cause: Cause;
}

/** The plain-text secret, shown only now. */
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
  const account = await findAccount(tx, { tenantId, accountId });
  const isElsewhere = account?.kind === "managed" && account.network !== network;
  if (account === undefined || isElsewhere) {
    throw new RefusalError(refuse("not_found", "there is no account with this id on this network"));
  }
  if ((await countLiveApplications(tx, request)) >= maxLiveApplications) {
    const detail = `an account has at most ${maxLiveApplications} live applications in a network; revoke one first`;
    throw new RefusalError(refuse("unprocessable", detail));
  }
  const createdAt = deps.clock.now();
  const id = deps.newId<"application">();
  const application: Application = {
    id,
    tenantId,
    accountId,
    network,
    name,
    scopes,
    createdAt,
    allowedIps: [],
    requiresDpop: false,
    revokedAt: undefined,
    scopesRemovedAt: undefined,
  };
  await insertApplication(tx, application);
  await insertDirectoryEntry(tx, { clientId: id, tenantId, network });
  recordAccessChange(deps, tx, id, { kind: "credential", origin: originOf(request.cause) });
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.create",
    of: application,
    after: { name, scopes: scopes.join(" ") },
  });
  return { application, clientSecret: await addSecret(deps, tx, application) };
}

/** Generates a secret, stores its digest and returns the secret, once. */
export async function addSecret(
  deps: ApplicationDeps,
  tx: Transaction,
  application: Application,
): Promise<string> {
  const pepper = await loadOrCreateServiceKey(tx, deps.keyRing, "application-secret-pepper");
  const clientSecret = newSecret();
  const { tenantId, network, id: applicationId } = application;
  await insertSecret(tx, {
    tenantId,
    network,
    applicationId,
    id: deps.newId<"secret">(),
    digest: digestSecret(pepper, clientSecret),
    createdAt: deps.clock.now(),
  });
  return clientSecret;
}
