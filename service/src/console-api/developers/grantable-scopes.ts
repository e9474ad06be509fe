import type { Principal } from "../../http/principal.ts";
import type { Scope } from "../../http/scopes.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";

/**
 * The holder of an application's secret can do what the application can, so its scopes must be among those of the user
 * who creates it, rotates its secret or adds a key.
 */
export function refuseUnheld(
  { scopes: held }: Pick<Principal, "scopes">,
  requested: readonly Scope[],
): Refusal | undefined {
  const unheld = requested.filter((scope) => !held.has(scope));
  if (unheld.length === 0) return undefined;
  const detail = `your role does not include ${unheld.join(", ")} in this network`;
  const errors = unheld.map((scope) => ({
    pointer: `/scopes/${requested.indexOf(scope)}`,
    detail: "your role does not include it",
  }));
  return refuse("not_permitted", detail, { errors });
}
