import type { Principal } from "../../http/principal.ts";
import type { Scope } from "../../http/scopes.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";

/**
 * Nobody hands on more than they hold: whoever has the secret of an application can do what it can, so an application's
 * scopes must be among those of the person who makes it, or who gets a new secret or adds a key for it.
 */
export function refuseUnheld(
  { scopes: held }: Pick<Principal, "scopes">,
  wanted: readonly Scope[],
): Refusal | undefined {
  const unheld = wanted.filter((scope) => !held.has(scope));
  if (unheld.length === 0) return undefined;
  const detail = `your role does not hold ${unheld.join(", ")} in this network`;
  const errors = unheld.map((scope) => ({
    pointer: `/scopes/${wanted.indexOf(scope)}`,
    detail: "your role does not hold it",
  }));
  return refuse("not_permitted", detail, { errors });
}
