import { parseId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { orNotFound } from "../kernel/refusal.ts";
import { createScimToken, listScimTokens as listAll, revokeScimToken as revoke } from "../users/index.ts";
import type { AdminContext } from "./open-admin.ts";
import { refuseAt } from "./read-input.ts";

/** A SCIM token, without its secret. */
export interface ScimTokenView {
  readonly token_id: string;
  readonly name: string;
  readonly created: string;
  readonly expires: string;
  readonly last_used: string | null;
  readonly status: "active" | "expired" | "revoked";
}

const dayMs = 86_400_000;
const maxNameLength = 100;

/** The token is shown once. */
export async function addScimToken(
  admin: AdminContext,
  { name, days }: { readonly name: string; readonly days: number },
): Promise<{ readonly token_id: string; readonly token: string; readonly expires: string }> {
  const isName = name !== "" && name.length <= maxNameLength && !/\p{Cc}/u.test(name);
  if (!isName) refuseAt("name", `must be text of at most ${maxNameLength} characters`);
  const request = { name, lifetimeMs: days * dayMs, cause: admin.cause };
  const { scimToken, token } = await admin.database.transaction((tx) => createScimToken(admin, tx, request));
  return { token_id: scimToken.id, token, expires: formatInstant(scimToken.expiresAt) };
}

export async function listScimTokens({ database, clock }: AdminContext): Promise<readonly ScimTokenView[]> {
  const now = clock.now();
  return (await listAll(database)).map(({ id, name, createdAt, expiresAt, lastUsedAt, revokedAt }) => ({
    token_id: id,
    name,
    created: formatInstant(createdAt),
    expires: formatInstant(expiresAt),
    last_used: lastUsedAt === undefined ? null : formatInstant(lastUsedAt),
    status: revokedAt !== undefined ? "revoked" : expiresAt <= now ? "expired" : "active",
  }));
}

export async function revokeScimToken(admin: AdminContext, tokenId: string): Promise<void> {
  const id = orNotFound(parseId<"scim-token">(tokenId), "there is no active SCIM token with this id");
  await admin.database.transaction((tx) => revoke(admin, tx, { id, cause: admin.cause }));
}
