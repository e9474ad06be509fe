import type { Session } from "../../db/database.ts";
import type { UserId } from "../../kernel/id.ts";
import { accessOf, type DirectoryAccess } from "../directory/role-map.ts";
import { selectGroupNames } from "../scim/store.ts";
import type { ProvenIdentity } from "./identity-provider.ts";
import type { SsoPolicy } from "./sso-policy.ts";

/** What the user's groups grant: those in the token, or those that SCIM pushed. Undefined if Florin manages roles. */
export async function grantedAccess(
  { policy: { roleMap, groupsFrom } }: { readonly policy: SsoPolicy },
  session: Session,
  { userId, identity }: { readonly userId: UserId | undefined; readonly identity: ProvenIdentity },
): Promise<DirectoryAccess | undefined> {
  if (roleMap === undefined) return undefined;
  const ofScim = groupsFrom === "scim" && userId !== undefined;
  const groups = ofScim ? await selectGroupNames(session, userId) : claimed(groupsFrom, identity);
  return accessOf(roleMap, new Set(groups));
}

function claimed(groupsFrom: SsoPolicy["groupsFrom"], { groups }: ProvenIdentity): readonly string[] {
  return groupsFrom === "claim" ? (groups ?? []) : [];
}
