import type { Session } from "../../db/database.ts";
import type { Principal } from "../../http/principal.ts";
import { type ApiRequest, principalOf } from "../../http/route.ts";
import type { Scope } from "../../http/scopes.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { applicationKeyOf } from "./application-routes.ts";

/** The application in the path, if the user holds all of its scopes. */
export async function heldApplication(session: Session, request: ApiRequest) {
  const { scopes, ...key } = await applicationKeyOf(session, request);
  requireHeld(request, scopes);
  return key;
}

export function requireHeld(request: ApiRequest, requested: readonly Scope[]): void {
  const refusal = refuseUnheld(principalOf(request), requested);
  if (refusal !== undefined) throw new RefusalError(refusal);
}

/**
 * The holder of an application's secret can do what the application can, so its scopes must be among those of the user
 * who creates it, rotates its secret, adds a key, or changes its scopes, expiry or restrictions.
 */
export function refuseUnheld(
  { scopes: held }: Pick<Principal, "scopes">,
  requested: readonly Scope[],
): Refusal | undefined {
  const unheld = requested.filter((scope) => !held.has(scope));
  if (unheld.length === 0) return undefined;
  const errors = unheld.map((scope) => ({
    pointer: `/scopes/${requested.indexOf(scope)}`,
    detail: "your role does not include it",
  }));
  const detail = `your role does not include ${unheld.join(", ")} in this network`;
  return refuse("not_permitted", detail, { errors });
}
