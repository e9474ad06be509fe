import type { Permission } from "../../../permission.ts";
import type { Workspace } from "../../../workspace/use-workspace.ts";
import type { Application } from "./application-queries.ts";

/** Why the person cannot get a new secret or key of this application; undefined when they can. */
export function whyNotHeld(
  { can }: Pick<Workspace, "can">,
  { scopes }: Pick<Application, "scopes">,
): string | undefined {
  if (!can("applications.write")) return "Your role may look at applications, not change them";
  const unheld = scopes.filter((scope: Permission) => !can(scope));
  return unheld.length === 0 ? undefined : `Your role does not hold ${unheld.join(", ")} in this network`;
}
