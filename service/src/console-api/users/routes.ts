import type { Route } from "../../http/route.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { factorRoutes } from "./factor-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { mailPreferenceRoutes } from "./mail-preference-routes.ts";
import { meRoutes } from "./me-routes.ts";
import { memberRoutes } from "./member-routes.ts";
import { noticeRoutes } from "./notice-routes.ts";
import { operatorInvitationRoutes } from "./operator-invitation-routes.ts";
import { operatorRoutes } from "./operator-routes.ts";
import { originRoutes } from "./origin-routes.ts";
import { ownPasskeyRoutes } from "./own-passkey-routes.ts";
import { passkeySignInRoutes } from "./passkey-sign-in-routes.ts";
import { signInRoutes } from "./sign-in-routes.ts";
import { ssoConfirmationRoutes } from "./sso-confirmation-routes.ts";
import { ssoRoutes } from "./sso-routes.ts";
import { createUsersConsole } from "./users-console.ts";
import { workspaceRoutes } from "./workspace-routes.ts";

/** Sign-in, own profile, user administration. */
export function userRoutes(deps: ConsoleDeps): readonly Route[] {
  const users = createUsersConsole(deps);
  return [
    ...signInRoutes(users),
    ...passkeySignInRoutes(users),
    ...ssoRoutes(users),
    ...ssoConfirmationRoutes(users),
    ...invitationRoutes(users),
    ...meRoutes(users),
    ...noticeRoutes(users),
    ...mailPreferenceRoutes(users),
    ...factorRoutes(users),
    ...ownPasskeyRoutes(users),
    ...operatorRoutes(users),
    ...operatorInvitationRoutes(users),
    ...memberRoutes(users),
    ...originRoutes(users),
    ...workspaceRoutes(users),
  ];
}
