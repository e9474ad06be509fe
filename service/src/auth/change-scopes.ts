import { originOf, recordAccessChange } from "../access/index.ts";
import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Scope } from "../http/scopes.ts";
import type { Cause } from "../kernel/cause.ts";
import { orThrow } from "../kernel/refusal.ts";
import { type Application, type ApplicationKey, readScopes } from "./application.ts";
import { lockLiveApplication } from "./live-application.ts";
import { updateScopes } from "./store.ts";

/**
 * Replaces the scopes of an application. Removed scopes are removed from existing tokens too, within seconds; added ones
 * are in new tokens only.
 */
export async function changeScopes(
  deps: AuditDeps,
  tx: Transaction,
  request: ApplicationKey & { readonly scopes: readonly Scope[]; readonly cause: Cause },
): Promise<Application> {
  const application = await lockLiveApplication(tx, request);
  const scopes = orThrow(readScopes(request.scopes));
  const isNarrower = application.scopes.some((scope) => !scopes.includes(scope));
  const scopesRemovedAt = isNarrower ? deps.clock.now() : application.scopesRemovedAt;
  await updateScopes(tx, { ...application, scopes, scopesRemovedAt });
  if (scopes.some((scope) => !application.scopes.includes(scope)))
    recordAccessChange(deps, tx, application.id, { kind: "credential", origin: originOf(request.cause) });
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "application.change_scopes",
    of: application,
    before: { scopes: application.scopes.join(" ") },
    after: { scopes: scopes.join(" ") },
  });
  return { ...application, scopes, scopesRemovedAt };
}
