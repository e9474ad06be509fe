import type { RowOf } from "../db/table.ts";
import { isScope, type Scope, scopeNames } from "../http/scopes.ts";
import type { ApplicationId, TenantId } from "../kernel/id.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { applications } from "./tables.ts";

export type Application = RowOf<typeof applications>;

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
