export { requestLogJobs } from "./jobs.ts";
export type { LoggedRequest, RequestDetails } from "./logged-request.ts";
export { findDetails, listRequests } from "./read-requests.ts";
export { createRequestLog, noRequestLog, type RequestLog } from "./request-log.ts";
export { requestLogRoutes } from "./routes.ts";
export {
  selectAnyRequest as findAnyRequest,
  selectLastUses as findLastUses,
  selectRequest as findRequest,
  selectRequestsNamed as findRequestsNamed,
} from "./store.ts";
