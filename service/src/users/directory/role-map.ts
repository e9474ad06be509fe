import type { TenantId } from "../../kernel/id.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";

/** What a group of the company's directory grants. */
export type DirectoryGrant =
  | { readonly kind: "operator"; readonly role: OperatorRole }
  | { readonly kind: "member"; readonly tenantId: TenantId; readonly role: MemberRole };

/** Groups and what they grant, in the order of their priority. */
export type RoleMap = readonly { readonly group: string; readonly grant: DirectoryGrant }[];

/** The whole access of a user that the directory manages. */
export interface DirectoryAccess {
  readonly operatorRole: OperatorRole | undefined;
  readonly memberships: ReadonlyMap<TenantId, MemberRole>;
}

/** The access that groups grant. For the instance, and for each tenant, the first matching entry of the map decides. */
export function accessOf(roleMap: RoleMap, groups: ReadonlySet<string>): DirectoryAccess {
  let operatorRole: OperatorRole | undefined;
  const memberships = new Map<TenantId, MemberRole>();
  for (const { group, grant } of roleMap) {
    if (!groups.has(group)) continue;
    if (grant.kind === "operator") operatorRole ??= grant.role;
    else if (!memberships.has(grant.tenantId)) memberships.set(grant.tenantId, grant.role);
  }
  return { operatorRole, memberships };
}

export function hasAccess({ operatorRole, memberships }: DirectoryAccess): boolean {
  return operatorRole !== undefined || memberships.size > 0;
}
