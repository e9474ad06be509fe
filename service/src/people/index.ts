export { operatorPermissions, ownWorkspacePermissions, type Permission } from "./roles/permission.ts";
export { memberRoles, operatorRoles } from "./roles/role.ts";
export { createIdentifyVisitor } from "./sessions/identify-visitor.ts";
export { createSessionCookie, type SessionCookie } from "./sessions/session-cookie.ts";
