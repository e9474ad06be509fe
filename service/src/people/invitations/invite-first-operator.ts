import type { Cause } from "../../kernel/cause.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { hasAnybody } from "../store.ts";
import { invite } from "./invite.ts";

/**
 * While nobody may use the console, a link for the first admin; one that was made before ends. Undefined once there is
 * somebody. The token is answered and kept nowhere.
 */
export async function inviteFirstOperator(deps: PeopleDeps, cause: Cause): Promise<string | undefined> {
  return deps.database.transaction(async (tx) => {
    if (await hasAnybody(tx)) return undefined;
    const grant = { kind: "operator", email: undefined, role: "admin" } as const;
    return (await invite(deps, tx, { grant, cause })).token;
  });
}
