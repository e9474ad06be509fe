export type { Application, ApplicationKey, Restrictions } from "./application.ts";
export { addApplicationKey, revokeApplicationKey } from "./application-keys.ts";
export { ApplicationSchema, presentApplication, viewApplication } from "./application-response.ts";
export { type AttemptLimiter, createAttemptLimiter } from "./attempt-limiter.ts";
export { createAttemptMemory } from "./attempt-memory.ts";
export { type AttemptSharing, createAttemptSharing } from "./attempt-sharing.ts";
export { type Auth, createAuth } from "./auth.ts";
export { changeScopes } from "./change-scopes.ts";
export {
  type ApplicationDeps,
  createApplication,
  type NewApplication,
  type ShownSecret,
} from "./create-application.ts";
export { expireSecret } from "./expire-secret.ts";
export { listApplications } from "./list-applications.ts";
export { selectNamedApplications as findNamedApplications } from "./names-store.ts";
export {
  findCredentials,
  listApplicationPage,
  requireApplication,
} from "./oversee-applications.ts";
export { selectApplicationsById as findApplications } from "./overview-store.ts";
export { restrictApplication } from "./restrict-application.ts";
export { revokeApplication } from "./revoke-application.ts";
export { type RewrappedCounts, rewrapStoredKeys } from "./rewrap-stored-keys.ts";
export { maxOverlapSeconds, rotateSecret } from "./rotate-secret.ts";
export { rotateSigningKey, rotateSigningKeyIfDue, type SigningKeyDeps } from "./rotate-signing-key.ts";
export { loadOrCreateServiceKey, rotateServiceKey } from "./service-keys.ts";
export { countApplicationsOfTenants, selectTenantOfClient as findTenantOfClient } from "./store.ts";
export { sweepAuth } from "./sweep-auth.ts";
