import type { Permission } from "../../../permission.ts";
import type { Workspace } from "../../../workspace/use-workspace.ts";
import type { Application } from "./application-queries.ts";

/** Why the user can't create a secret or key for this application or change its limits; undefined if they can. */
export function whyNotHeld(
  { can }: Pick<Workspace, "can">,
  { scopes }: Pick<Application, "scopes">,
): string | undefined {
  if (!can("applications.write")) return "Your role can't edit applications";
  const unheld = scopes.filter((scope: Permission) => !can(scope));
  return unheld.length === 0 ? undefined : `Your role doesn't have ${unheld.join(", ")} on this network`;
}
