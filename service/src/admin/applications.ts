import { findAccount } from "../accounts/index.ts";
import {
  type Application,
  type ApplicationDeps,
  type ApplicationKey,
  addApplicationKey,
  createApplication as createInAccount,
  findDirectoryEntry,
  listApplications as listOfAccount,
  type Restrictions,
  restrictApplication as restrict,
  revokeApplication as revoke,
  revokeApplicationKey as revokeKey,
  rotateSecret,
} from "../auth/index.ts";
import type { Session } from "../db/database.ts";
import { scopeNames } from "../http/scopes.ts";
import { type AccountId, type Network, parseId, type TenantId, tenantOf } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { orNotFound } from "../kernel/refusal.ts";
import { listAccounts } from "./accounts.ts";
import type { ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readPublicKey } from "./public-key.ts";

export interface ApplicationRequest {
  readonly accountId: string;
  readonly network: Network;
  readonly name: string;
  /** Scope names, or all current scopes. */
  readonly scopes: readonly string[] | "all";
}

/** Shown once and never again. */
export interface ShownSecret {
  readonly application: Application;
  readonly clientSecret: string;
  /** Token endpoint for the client credentials grant. */
  readonly tokenUrl: string;
}

export async function createApplication(
  admin: AdminContext,
  request: ApplicationRequest,
): Promise<ShownSecret> {
  const deps = await applicationDeps(admin);
  const scopes = request.scopes === "all" ? scopeNames : request.scopes;
  const shown = await admin.database.transaction(async (tx) =>
    createInAccount(deps, tx, { ...request, ...ownerOf(request.accountId), scopes, cause: admin.cause }),
  );
  return { ...shown, tokenUrl: tokenUrlOf(admin) };
}

/** Applications of one managing account or of all, newest first, including revoked ones. */
export async function listApplications(
  admin: AdminContext,
  { accountId }: { readonly accountId?: string } = {},
): Promise<ItemList<Application>> {
  if (accountId !== undefined) {
    const owner = ownerOf(accountId);
    orNotFound(await findAccount(admin.database, owner), noAccount);
    return { items: await listOfAccount(admin.database, owner), isComplete: true };
  }
  const accounts = await listAccounts(admin);
  const items: Application[] = [];
  for (const { id, tenantId } of accounts.items) {
    items.push(...(await listOfAccount(admin.database, { tenantId, accountId: id })));
  }
  // Ids sort by creation time.
  items.sort((left, right) => (left.id < right.id ? 1 : -1));
  return { items, isComplete: accounts.isComplete };
}

/** Creates a new secret; the previous one works until the overlap ends. */
export async function rotateApplicationSecret(
  admin: AdminContext,
  request: { readonly clientId: string; readonly overlapSeconds: number },
): Promise<ShownSecret & { readonly previousEnds: string }> {
  const deps = await applicationDeps(admin);
  const { cause } = admin;
  const { overlapSeconds } = request;
  const shown = await admin.database.transaction(async (tx) =>
    rotateSecret(deps, tx, { ...(await keyOf(tx, request.clientId)), overlapSeconds, cause }),
  );
  const previousEnds = formatInstant(shown.previousEndsAt);
  return { ...shown, previousEnds, tokenUrl: tokenUrlOf(admin) };
}

export function revokeApplication(admin: AdminContext, clientId: string): Promise<Application> {
  const { cause } = admin;
  return admin.database.transaction(async (tx) =>
    revoke(admin, tx, { ...(await keyOf(tx, clientId)), cause }),
  );
}

/** Changes where an application may be used from, or whether its tokens must be bound to a key. */
export function restrictApplication(
  admin: AdminContext,
  { clientId, ...restrictions }: Partial<Restrictions> & { readonly clientId: string },
): Promise<Application> {
  const { cause } = admin;
  return admin.database.transaction(async (tx) =>
    restrict(admin, tx, { ...(await keyOf(tx, clientId)), ...restrictions, cause }),
  );
}

/** Adds a public key from the text of a PEM or JWK file; returns its kid. */
export async function addPublicKey(
  admin: AdminContext,
  request: { readonly clientId: string; readonly keyText: string },
): Promise<{ readonly kid: string }> {
  const { cause } = admin;
  const jwk = readPublicKey(request.keyText);
  return admin.database.transaction(async (tx) => {
    const key = await keyOf(tx, request.clientId);
    const { kid } = await addApplicationKey(admin, tx, { ...key, jwk, cause });
    return { kid };
  });
}

export async function revokePublicKey(
  admin: AdminContext,
  { clientId, kid }: { readonly clientId: string; readonly kid: string },
): Promise<void> {
  const { cause } = admin;
  await admin.database.transaction(async (tx) =>
    revokeKey(admin, tx, { ...(await keyOf(tx, clientId)), kid, cause }),
  );
}

async function applicationDeps(admin: AdminContext): Promise<ApplicationDeps> {
  return { clock: admin.clock, newId: admin.newId, keyRing: await admin.loadKeyRing() };
}

/** For the client credentials grant. */
function tokenUrlOf({ config }: AdminContext): string {
  return `${config.authUrl}/oauth2/token`;
}

const noAccount = "there is no managing account with this id";

/** Operators create applications for managing accounts only, and each of those is its own tenant. */
function ownerOf(text: string): { readonly tenantId: TenantId; readonly accountId: AccountId } {
  const accountId: AccountId = orNotFound(parseId<"account">(text), noAccount);
  return { tenantId: tenantOf(accountId), accountId };
}

async function keyOf(session: Session, clientId: string): Promise<ApplicationKey> {
  const noApplication = "there is no application with this client_id";
  const applicationId = orNotFound(parseId<"application">(clientId), noApplication);
  const { tenantId } = orNotFound(
    await findDirectoryEntry(session, { clientId: applicationId }),
    noApplication,
  );
  return { tenantId, applicationId };
}
