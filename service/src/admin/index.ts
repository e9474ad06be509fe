export { explainError } from "../startup/explain-error.ts";
export { type AccountRequest, type AccountView, createAccount, listAccounts } from "./accounts.ts";
export {
  type ApplicationRequest,
  type ApplicationView,
  addPublicKey,
  createApplication,
  listApplications,
  revokeApplication,
  revokePublicKey,
  rotateApplicationSecret,
  type SecretView,
} from "./applications.ts";
export { type ConfigView, checkConfig } from "./check-config.ts";
export {
  type DeadJobView,
  discardDeadJob,
  listDeadJobs,
  retryDeadJobs,
  retryDeadJobsOfKind,
} from "./dead-jobs.ts";
export { generateMasterKey, resealKeys, rotateSigningKey } from "./keys.ts";
export type { Listing } from "./listing.ts";
export { type AdminContext, type AdminOptions, type EnvironmentVariables, openAdmin } from "./open-admin.ts";
export { listPendingMigrations, openSchema, type SchemaContext } from "./open-schema.ts";
