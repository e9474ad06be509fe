import type { Route } from "../http/route.ts";
import { accountRecordRoute } from "./accounts/account-record.ts";
import { addressOwnerRoute } from "./accounts/address-owner.ts";
import { searchAccountsRoute } from "./accounts/search-accounts.ts";
import { approvalRoutes } from "./approvals/approval-routes.ts";
import { approvalRuleRoutes } from "./approvals/rule-routes.ts";
import { chartRoutes } from "./charts/routes.ts";
import { claimRoutes } from "./claims/routes.ts";
import type { ConsoleDeps } from "./console-deps.ts";
import { accessRoute } from "./developers/access-route.ts";
import { applicationRoutes } from "./developers/application-routes.ts";
import { credentialRoutes } from "./developers/credential-routes.ts";
import { requestRoutes } from "./developers/request-routes.ts";
import { webhookRoutes } from "./developers/webhook-routes.ts";
import { heldDepositRoutes } from "./held/deposit-routes.ts";
import { failedRefundRoutes } from "./held/refund-routes.ts";
import { heldTransferRoutes } from "./held/transfer-routes.ts";
import { homeRoute } from "./home/home-route.ts";
import { overviewRoute } from "./home/overview-route.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import { feeRoutes } from "./limits/fee-routes.ts";
import { limitChangeRoutes } from "./limits/limit-routes.ts";
import { termsRoutes } from "./limits/terms-routes.ts";
import { listNames, withListRoutes } from "./lists/list-routes.ts";
import { savedViewRoutes } from "./lists/view-routes.ts";
import { auditRoutes } from "./operations/audit-routes.ts";
import { chainRoute } from "./operations/chain-route.ts";
import { jobRoutes } from "./operations/job-routes.ts";
import { nodeRoute } from "./operations/node-route.ts";
import { settingsRoute } from "./operations/settings-route.ts";
import { fileActionRoutes } from "./rails/file-actions.ts";
import { fileRoutes } from "./rails/file-routes.ts";
import { itemRoutes } from "./rails/item-routes.ts";
import { railsOverviewRoute } from "./rails/overview-route.ts";
import { consoleTransferTypesRoute } from "./rails/transfer-types-route.ts";
import { reportFileRoutes } from "./reports/file-routes.ts";
import { reportScheduleRoutes } from "./reports/schedule-routes.ts";
import { reviewDecisionRoutes } from "./reviews/decide.ts";
import { documentContentRoute } from "./reviews/document-content.ts";
import { listReviewsRoute } from "./reviews/list-reviews.ts";
import { showReviewRoute } from "./reviews/show-review.ts";
import { searchRoutes } from "./search/routes.ts";
import { suspenseDecisionRoutes } from "./suspense/decision-routes.ts";
import { suspenseReadingRoutes } from "./suspense/reading-routes.ts";
import { workspacePaymentRoutes } from "./suspense/workspace-payments.ts";
import { tenantRoutes } from "./tenants/routes.ts";
import { catalogueRoute } from "./tokens/catalogue-route.ts";
import { freezeRoutes } from "./tokens/freeze-routes.ts";
import { reconciliationRoutes } from "./tokens/reconciliation-routes.ts";
import { listTransfersRoute } from "./transfers/list-routes.ts";
import { timelineRoute } from "./transfers/timeline-routes.ts";
import { treasuryRoutes } from "./treasury/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { workRoutes } from "./work/routes.ts";
import { mountApi } from "./workspace/mount-api.ts";

export { summarizeRequest } from "./confirmations/summarize-request.ts";
export type { ConsoleDeps } from "./console-deps.ts";
export { type QueueName, selectQueueCounts as countQueues } from "./home/overview-store.ts";
export type { SeenChain } from "./operations/seen-chain.ts";
export { ssoProviderRoute } from "./users/sso-routes.ts";

/** All console endpoints: its own, and those of the API mounted for users. */
export function consoleRoutes(deps: ConsoleDeps, apiRoutes: readonly Route[]): readonly Route[] {
  const routes = [
    userRoutes,
    homeRoute,
    chartRoutes,
    overviewRoute,
    workRoutes,
    tenantRoutes,
    searchAccountsRoute,
    accountRecordRoute,
    addressOwnerRoute,
    listReviewsRoute,
    showReviewRoute,
    documentContentRoute,
    reviewDecisionRoutes,
    listTransfersRoute,
    timelineRoute,
    heldTransferRoutes,
    heldDepositRoutes,
    failedRefundRoutes,
    claimRoutes,
    workspacePaymentRoutes,
    suspenseReadingRoutes,
    suspenseDecisionRoutes,
    catalogueRoute,
    freezeRoutes,
    reconciliationRoutes,
    accessRoute,
    applicationRoutes,
    credentialRoutes,
    requestRoutes,
    webhookRoutes,
    termsRoutes,
    limitChangeRoutes,
    approvalRuleRoutes,
    approvalRoutes,
    feeRoutes,
    treasuryRoutes,
    consoleTransferTypesRoute,
    railsOverviewRoute,
    fileRoutes,
    fileActionRoutes,
    itemRoutes,
    ledgerRoutes,
    reportFileRoutes,
    reportScheduleRoutes,
    jobRoutes,
    nodeRoute,
    chainRoute,
    auditRoutes,
    settingsRoute,
    searchRoutes,
  ];
  const all = [...routes.flatMap((routesOf) => routesOf(deps)), ...mountApi(apiRoutes)];
  return withListRoutes(deps, [...all, ...savedViewRoutes(deps, listNames(all))]);
}
