export { findDetails } from "./find-details.ts";
export { requestLogJobs } from "./jobs.ts";
export type { LoggedRequest, RequestDetails } from "./logged-request.ts";
export { createRequestLog, noRequestLog, type RequestLog } from "./request-log.ts";
export { requestLogRoutes } from "./routes.ts";
export {
  type RequestFilters,
  requestList,
  requestView,
  selectAnyRequest as findAnyRequest,
  selectLastUses as findLastUses,
  selectRequest as findRequest,
  selectRequestsNamed as findRequestsNamed,
} from "./store.ts";
