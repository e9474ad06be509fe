import type { Session, Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { addMs } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { digestToken, newToken } from "../sessions/session-token.ts";
import type { UsersDeps } from "../users-deps.ts";
import {
  insertToken,
  revokeToken,
  type ScimToken,
  type ScimTokenId,
  selectValidToken,
  updateTokenUse,
} from "./store.ts";

/** Makes a leaked token recognizable to scanners. */
const prefix = "florin_scim_";
const tokenShape = /^florin_scim_[A-Za-z0-9_-]{43}$/;
/** Precision of the last use; each update is a write. */
const usedEveryMs = 60_000;

export interface NewScimToken {
  readonly name: string;
  readonly lifetimeMs: number;
  readonly cause: Cause;
}

/** The token is shown once; only its digest is stored. */
export async function createScimToken(
  deps: UsersDeps,
  tx: Transaction,
  { name, lifetimeMs, cause }: NewScimToken,
): Promise<{ readonly scimToken: ScimToken; readonly token: string }> {
  const token = `${prefix}${newToken()}`;
  const createdAt = deps.clock.now();
  const scimToken: ScimToken = {
    id: deps.newId<"scim-token">(),
    name,
    createdAt,
    expiresAt: addMs(createdAt, lifetimeMs),
    lastUsedAt: undefined,
    revokedAt: undefined,
  };
  await insertToken(tx, { ...scimToken, tokenDigest: digestToken(token) });
  const { id } = scimToken;
  await recordChange(deps, tx, { cause, action: "scim_token.create", id, after: { name } });
  return { scimToken, token };
}

export async function revokeScimToken(
  deps: UsersDeps,
  tx: Transaction,
  { id, cause }: { readonly id: ScimTokenId; readonly cause: Cause },
): Promise<void> {
  if ((await revokeToken(tx, { id, revokedAt: deps.clock.now() })) === 0) {
    throw new RefusalError(refuse("not_found", "there is no active SCIM token with this id"));
  }
  await recordChange(deps, tx, { cause, action: "scim_token.revoke", id });
}

/** The id of a valid token in an `Authorization` header. */
export async function verifyScimToken(
  { database, clock }: { readonly database: Session } & Pick<UsersDeps, "clock">,
  authorization: string | undefined,
): Promise<ScimTokenId | undefined> {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (!tokenShape.test(token)) return undefined;
  const now = clock.now();
  const found = await selectValidToken(database, { tokenDigest: digestToken(token), expiresAt: now });
  if (found === undefined) return undefined;
  if (found.lastUsedAt === undefined || now - found.lastUsedAt > usedEveryMs)
    await updateTokenUse(database, { id: found.id, lastUsedAt: now });
  return found.id;
}
