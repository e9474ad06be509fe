export { selectNames as findPeopleNames } from "./names-store.ts";
export { operatorPermissions, ownWorkspacePermissions, type Permission } from "./roles/permission.ts";
export { memberRoles, operatorRoles } from "./roles/role.ts";
export { type Standing, selectStanding as findStanding } from "./roles/standing-store.ts";
export { createIdentifyVisitor } from "./sessions/identify-visitor.ts";
export { createSessionCookie, type SessionCookie } from "./sessions/session-cookie.ts";
export { selectPerson as findPerson } from "./store.ts";
