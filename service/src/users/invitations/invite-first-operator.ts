import type { Cause } from "../../kernel/cause.ts";
import { hasUsers } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { invite } from "./invite.ts";

/**
 * While there is no console user, creates a link for the first admin and revokes earlier ones. Undefined once there is
 * a user. The token is returned and not stored.
 */
export async function inviteFirstOperator(deps: UsersDeps, cause: Cause): Promise<string | undefined> {
  return deps.database.transaction(async (tx) => {
    if (await hasUsers(tx)) return undefined;
    const grant = { kind: "operator", email: undefined, role: "admin" } as const;
    return (await invite(deps, tx, { grant, cause })).token;
  });
}
