export { presentDecidedReview, presentQueuedReview, presentReview } from "../accounts/index.ts";
export { presentApproval, presentRule } from "../approvals/index.ts";
export { presentAuditEntry } from "../audit/index.ts";
export { presentApplication } from "../auth/index.ts";
export { presentClaim, presentSettlement } from "../claims/index.ts";
export type { DatabaseStatus } from "../db/citus/cluster-status.ts";
export { explainError } from "../startup/explain-error.ts";
export { presentDeposit, presentFreeze, presentReconciliation, presentToken } from "../tokens/index.ts";
export { presentFee, presentLimit, presentOperatorTransfer } from "../transfers/index.ts";
export { presentTreasury, presentTreasuryInstructions, presentWithdrawal } from "../treasury/index.ts";
export { presentUser } from "../users/index.ts";
export { presentWebhook, presentWebhookDelivery, presentWholeWebhook } from "../webhooks/index.ts";
export { type AccountRequest, createAccount, listAccounts, presentAccount } from "./accounts.ts";
export {
  type ApplicationRequest,
  addPublicKey,
  createApplication,
  listApplications,
  restrictApplication,
  revokeApplication,
  revokePublicKey,
  rotateApplicationSecret,
  type ShownSecret,
} from "./applications.ts";
export { listApprovalRules, listPendingApprovals, removeApprovalRule } from "./approvals.ts";
export { type AuditFilter, exportAudit, listAudit } from "./audit.ts";
export {
  type AuditFindingView,
  type AuditProgress,
  type AuditVerificationView,
  exportHeads,
  verifyAudit,
} from "./audit-chains.ts";
export type { BackupRequest } from "./backup-place.ts";
export {
  type BackupView,
  createBackup,
  listBackups,
  pruneBackups,
  verifyBackup,
} from "./backups.ts";
export {
  BankFileSchema,
  BankItemSchema,
  creditBankItem,
  finishBankItem,
  listBankFiles,
  listBankItems,
  presentBankFile,
  presentBankItem,
  readBankFile,
  requeueBankFile,
  rereadBankFile,
  saveBankFile,
  showBankFile,
} from "./bank.ts";
export { parseChainAddress } from "./chain-addresses.ts";
export { type ChainView, listOpenWork, showChains } from "./chains.ts";
export { type ConfigView, checkConfig } from "./check-config.ts";
export {
  claimInstructions,
  listClaims,
  type OffsetRequest,
  offsetClaim,
  reauthorizeAddress,
  repayClaim,
  type SettleRequest,
  showClaim,
  verifyClaims,
  writeOffClaim,
} from "./claims.ts";
export {
  type CustodyVerificationView,
  listCustodyAddresses,
  listRoleHolders,
  replaceCustodyKey,
  skipCustodyKeys,
  verifyCustody,
} from "./custody.ts";
export {
  createWalletSeed,
  exportWalletSeed,
  importWalletSeed,
  presentWalletSeed,
  showWalletSeed,
} from "./custody-seeds.ts";
export {
  DeadJobSchema,
  discardDeadJob,
  listDeadJobs,
  presentDeadJob,
  retryDeadJobs,
  retryDeadJobsOfKind,
  showDeadJob,
} from "./dead-jobs.ts";
export { listHeldDeposits, releaseHeldDeposit } from "./deposits.ts";
export { fetchDocument } from "./documents.ts";
export { type FeeRequest, listFees, removeFee, setFee } from "./fees.ts";
export {
  type FreezeOrder,
  freezeTokenAddress,
  listTokenFreezes,
  unfreezeTokenAddress,
} from "./freezes.ts";
export { type ItemList, presentItems } from "./item-list.ts";
export type { JournalChoice, JournalName } from "./journal-name.ts";
export { generateMasterKey, rewrapKeys, rotateSigningKey, wrapCurrentMasterKey } from "./keys.ts";
export {
  type FindingView,
  type HeadView,
  type LedgerProgress,
  listHeads,
  rebuildLedger,
  type VerificationView,
  verifyLedger,
} from "./ledger.ts";
export {
  exportStatement,
  listLedgerBalances,
  listLedgerTotals,
  type StatementRequest,
} from "./ledger-accounts.ts";
export { type LimitRequest, listLimits, removeLimit, setLimit } from "./limits.ts";
export { listMails, presentMail, retryMail, sendTestMail } from "./mail.ts";
export { listNodes, NodeSchema, presentNode } from "./nodes.ts";
export { type AdminContext, type AdminOptions, type EnvironmentVariables, openAdmin } from "./open-admin.ts";
export { type ClusterContext, openCluster } from "./open-cluster.ts";
export { listPendingMigrations, openSchema, type SchemaContext } from "./open-schema.ts";
export {
  listPayments,
  listSuspense,
  matchPayment,
  presentPayment,
  presentWholePayment,
  returnHeldPayment,
  showPayment,
} from "./payments.ts";
export { readPublicKey } from "./public-key.ts";
export {
  findReconciliation,
  findTokenReconciliation,
  reconcile,
  requestReconciliation,
} from "./reconciliation.ts";
export {
  closeRecoveredEffect,
  listRecoveredEffects,
  requestRecover,
} from "./recovery.ts";
export { listReports, type ReportRunRequest, type ReportView, runReport } from "./reports.ts";
export {
  type ReserveReportRequest,
  reportReserves,
  rotateReportKey,
  setTransparencyPage,
  showReportKey,
  verifyReports,
} from "./reserves.ts";
export { restoreFromBackup } from "./restore.ts";
export {
  acceptReviewDocument,
  approveReview,
  clearReviewHit,
  listReviews,
  rejectReview,
  rejectReviewDocument,
  requestReviewDocuments,
  showReview,
} from "./reviews.ts";
export { addScimToken, listScimTokens, revokeScimToken } from "./scim.ts";
export { checkName, type NameCheckView, showSanctionsList } from "./screening.ts";
export { showSettings } from "./settings.ts";
export { listTokens, registerToken, type TokenRegistration } from "./tokens.ts";
export {
  listFailedRefunds,
  listFailedTokenRefunds,
  listHeldTransfers,
  presentWholeTransfer,
  rejectHeldTransfer,
  releaseHeldTransfer,
  retryFailedTokenRefund,
  retryRefund,
  showTransfer,
} from "./transfers.ts";
export {
  showTreasury,
  type TreasuryName,
  treasuryInstructions,
  withdrawFromTreasury,
} from "./treasury.ts";
export {
  addBreakGlass,
  changeUserRole,
  confirmUser,
  disableUser,
  enableUser,
  inviteUser,
  type LinkView,
  listUsers,
  removeBreakGlass,
  resetUser,
  showLink,
} from "./users.ts";
export {
  disableWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  showWebhook,
} from "./webhooks.ts";
