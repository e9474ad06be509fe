import { createHash, randomBytes } from "node:crypto";
import { parseId, type TenantId } from "../../kernel/id.ts";

export const tokenLifetimeMs = 30 * 60_000;

/** Longer than any token that is issued. */
export const maxTokenLength = 128;

// Secret scanners recognize a leaked token by these prefixes.
const linkPrefix = "florin_link_";
const publicPrefix = "florin_public_";
const tokenBytes = 32;

/** Lets an owner pick a bank account, once. */
export function newLinkToken(tenantId: TenantId): string {
  return `${linkPrefix}${newCallbackToken(tenantId)}`;
}

/** Identifies the picked account, once. */
export function newPublicToken(): string {
  return publicPrefix + randomBytes(tokenBytes).toString("base64url");
}

/** Authorizes one registration, as part of a URL. It names the tenant, whose rows may be on a node of their own. */
export function newCallbackToken(tenantId: TenantId): string {
  return `${tenantId}${tenantEnd}${randomBytes(tokenBytes).toString("base64url")}`;
}

const tenantEnd = ".";

/** What a session is found by. */
export interface TokenKey {
  readonly tenantId: TenantId;
  readonly digest: Buffer;
}

/** The key of a link or callback token; undefined when the text is neither. */
export function keyOfToken(token: string): TokenKey | undefined {
  const [start = ""] = token.replace(linkPrefix, "").split(tenantEnd);
  const tenantId = parseId<"tenant">(start);
  return tenantId === undefined ? undefined : { tenantId, digest: digestToken(token) };
}

/** The stored digest of a token. The token has 256 random bits, so a fast digest cannot be brute-forced. */
export function digestToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
