import { findAccount } from "../accounts/index.ts";
import {
  type Application,
  type ApplicationDeps,
  type ApplicationKey,
  addApplicationKey,
  createApplication as createInAccount,
  findTenantOfClient,
  listApplications as listOfAccount,
  revokeApplication as revoke,
  revokeApplicationKey as revokeKey,
  rotateSecret,
} from "../auth/index.ts";
import type { Session } from "../db/database.ts";
import { scopeNames } from "../http/scopes.ts";
import { type AccountId, type Network, parseId, type TenantId, tenantOf } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { collectManagingAccounts } from "./accounts.ts";
import type { ItemList } from "./item-list.ts";
import type { AdminContext } from "./open-admin.ts";
import { readPublicKey } from "./public-key.ts";

/** An application as plain values. */
export interface ApplicationView {
  readonly clientId: string;
  readonly accountId: string;
  readonly network: Network;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created: string;
  readonly revoked: string | undefined;
}

export interface ApplicationRequest {
  readonly accountId: string;
  readonly network: Network;
  readonly name: string;
  /** Scope names, or all current scopes. */
  readonly scopes: readonly string[] | "all";
}

/** Shown once and never again. */
export interface SecretView {
  readonly application: ApplicationView;
  readonly clientSecret: string;
  /** Token endpoint for the client credentials grant. */
  readonly tokenUrl: string;
}

export async function createApplication(
  admin: AdminContext,
  request: ApplicationRequest,
): Promise<SecretView> {
  const deps = await applicationDeps(admin);
  const scopes = request.scopes === "all" ? scopeNames : request.scopes;
  const shown = await admin.database.transaction(async (tx) =>
    createInAccount(deps, tx, { ...request, ...ownerOf(request.accountId), scopes, cause: admin.cause }),
  );
  return secretView(admin, shown);
}

/** Applications of one managing account or of all, newest first, including revoked ones. */
export async function listApplications(
  admin: AdminContext,
  { accountId }: { readonly accountId?: string } = {},
): Promise<ItemList<ApplicationView>> {
  if (accountId !== undefined) {
    const owner = ownerOf(accountId);
    if ((await findAccount(admin.database, owner)) === undefined) throw noAccount();
    return { items: (await listOfAccount(admin.database, owner)).map(view), isComplete: true };
  }
  const accounts = await collectManagingAccounts(admin);
  const items: ApplicationView[] = [];
  for (const { id, tenantId } of accounts.items) {
    items.push(...(await listOfAccount(admin.database, { tenantId, accountId: id })).map(view));
  }
  // Ids sort by creation time.
  items.sort((left, right) => (left.clientId < right.clientId ? 1 : -1));
  return { items, isComplete: accounts.isComplete };
}

/** Creates a new secret; the previous one works until the overlap ends. */
export async function rotateApplicationSecret(
  admin: AdminContext,
  request: { readonly clientId: string; readonly overlapSeconds: number },
): Promise<SecretView & { readonly previousEnds: string }> {
  const deps = await applicationDeps(admin);
  const { cause } = admin;
  const { overlapSeconds } = request;
  const shown = await admin.database.transaction(async (tx) =>
    rotateSecret(deps, tx, { ...(await keyOf(tx, request.clientId)), overlapSeconds, cause }),
  );
  return { ...secretView(admin, shown), previousEnds: formatInstant(shown.previousEndsAt) };
}

export async function revokeApplication(admin: AdminContext, clientId: string): Promise<ApplicationView> {
  const { cause } = admin;
  const revoked = await admin.database.transaction(async (tx) =>
    revoke(admin, tx, { ...(await keyOf(tx, clientId)), cause }),
  );
  return view(revoked);
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

/** Operators create applications for managing accounts only, and each of those is its own tenant. */
function ownerOf(accountId: string): { readonly tenantId: TenantId; readonly accountId: AccountId } {
  const id: AccountId | undefined = parseId<"account">(accountId);
  if (id === undefined) throw noAccount();
  return { tenantId: tenantOf(id), accountId: id };
}

async function keyOf(session: Session, clientId: string): Promise<ApplicationKey> {
  const applicationId = parseId<"application">(clientId);
  const tenantId = applicationId === undefined ? undefined : await findTenantOfClient(session, applicationId);
  if (applicationId === undefined || tenantId === undefined) {
    throw new RefusalError(refuse("not_found", "there is no application with this client_id"));
  }
  return { tenantId, applicationId };
}

function noAccount(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no managing account with this id"));
}

function secretView(
  { config }: AdminContext,
  shown: { readonly application: Application; readonly clientSecret: string },
): SecretView {
  return {
    application: view(shown.application),
    clientSecret: shown.clientSecret,
    tokenUrl: `${config.authUrl}/oauth2/token`,
  };
}

function view(application: Application): ApplicationView {
  const { id, accountId, network, name, scopes, createdAt, revokedAt } = application;
  const revoked = revokedAt === undefined ? undefined : formatInstant(revokedAt);
  return { clientId: id, accountId, network, name, scopes, created: formatInstant(createdAt), revoked };
}
