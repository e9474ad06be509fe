import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { factorRoutes } from "./factor-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { meRoutes } from "./me-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { operatorInvitationRoutes } from "./operator-invitation-routes.ts";
import { operatorRoutes } from "./operator-routes.ts";
import { ownPasskeyRoutes } from "./own-passkey-routes.ts";
import { passkeySignInRoutes } from "./passkey-sign-in-routes.ts";
import { createPeopleConsole } from "./people-console.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { workspaceRoutes } from "./workspace-routes.ts";

/** Coming in, being somebody, and who else may. */
export function peopleRoutes(deps: ConsoleDeps): readonly Route[] {
  const people = createPeopleConsole(deps);
  return [
    ...signInRoutes(people),
    ...passkeySignInRoutes(people),
    ...invitationRoutes(people),
    ...meRoutes(people),
    ...factorRoutes(people),
    ...ownPasskeyRoutes(people),
    ...operatorRoutes(people),
    ...operatorInvitationRoutes(people),
    ...memberRoutes(people),
    ...workspaceRoutes(people),
  ];
}
