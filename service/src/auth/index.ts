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
export { deleteSigningKeys } from "./keys-store.ts";
export {
  findCredentials,
  requireApplication,
} from "./oversee-applications.ts";
export { restrictApplication } from "./restrict-application.ts";
export { revokeApplication } from "./revoke-application.ts";
export { maxOverlapSeconds, rotateSecret } from "./rotate-secret.ts";
export { rotateSigningKey, rotateSigningKeyIfDue, type SigningKeyDeps } from "./rotate-signing-key.ts";
export { loadOrCreateServiceKey, rotateServiceKey } from "./service-keys.ts";
export {
  applicationList,
  applicationView,
  countApplicationsOfTenants,
  listApplications,
  selectApplicationsById as findApplications,
  selectDirectoryEntry as findDirectoryEntry,
  selectNamedApplications as findNamedApplications,
} from "./store.ts";
export { sweepAuth } from "./sweep-auth.ts";
