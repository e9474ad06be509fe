import { isScope, type Scope, scopeNames } from "../http/scopes.ts";
import type { AccountId, ApplicationId, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";

/** An API client of one account in one network. Its id is its client_id. */
export interface Application {
  readonly id: ApplicationId;
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
  readonly network: Network;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Addresses and ranges that it may be used from; empty for any. */
  readonly allowedIps: readonly string[];
  /** Its access tokens must be bound to a key (RFC 9449). */
  readonly requiresDpop: boolean;
  readonly createdAt: Instant;
  readonly revokedAt: Instant | undefined;
}

/** Where and how it may be used. */
export type Restrictions = Pick<Application, "allowedIps" | "requiresDpop">;

/** Lookup key of an application: every statement includes its tenant. */
export interface ApplicationKey {
  readonly tenantId: TenantId;
  readonly applicationId: ApplicationId;
}

const maxNameLength = 100;

export function readApplicationName(text: string): string | Refusal {
  const name = text.trim();
  if (name !== "" && name.length <= maxNameLength && name.isWellFormed() && !/\p{Cc}/u.test(name))
    return name;
  const detail = `must be 1 to ${maxNameLength} characters without control characters`;
  return refuse("validation_failed", `name ${detail}`, { errors: [{ pointer: "/name", detail }] });
}

/** Scopes are named explicitly, so that a scope added later is never granted by accident. */
export function readScopes(names: readonly string[]): readonly Scope[] | Refusal {
  if (names.length === 0) return badScope("/scopes", "must contain at least one scope");
  for (const [index, name] of names.entries()) {
    const pointer = `/scopes/${index}`;
    if (name.includes("*")) return badScope(pointer, "must be a scope; wildcards are not supported");
    if (!isScope(name)) return badScope(pointer, `must be one of ${scopeNames.join(", ")}`);
  }
  return scopeNames.filter((scope) => names.includes(scope));
}

function badScope(pointer: string, detail: string): Refusal {
  return refuse("validation_failed", `${pointer} ${detail}`, { errors: [{ pointer, detail }] });
}
