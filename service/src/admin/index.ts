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
export { type AuditFilter, type AuditView, exportAudit, listAudit } from "./audit.ts";
export {
  type BankFileView,
  type BankItemView,
  finishBankItem,
  listBankFiles,
  listBankItems,
  type OpenedBankFileView,
  readBankFile,
  requeueBankFile,
  rereadBankFile,
  type ShownBankFileView,
  saveBankFile,
  showBankFile,
} from "./bank.ts";
export { type ChainView, listOpenWork, type OpenWorkView, showChains } from "./chains.ts";
export { type ConfigView, checkConfig } from "./check-config.ts";
export {
  type CustodyAddressView,
  type CustodyFindingView,
  type CustodyVerificationView,
  listCustodyAddresses,
  skipCustodyKeys,
  verifyCustody,
} from "./custody.ts";
export {
  createWalletSeed,
  exportWalletSeed,
  importWalletSeed,
  showWalletSeed,
  type WalletSeedView,
} from "./custody-seeds.ts";
export {
  type DeadJobView,
  discardDeadJob,
  listDeadJobs,
  pageDeadJobs,
  retryDeadJobs,
  retryDeadJobsOfKind,
  showDeadJob,
} from "./dead-jobs.ts";
export { type DepositView, listHeld as listHeldDeposits, releaseHeldDeposit } from "./deposits.ts";
export { type FetchedDocumentView, fetchDocument } from "./documents.ts";
export { type FeeRequest, type FeeView, listFees, removeFee, setFee } from "./fees.ts";
export {
  type FreezeOrder,
  type FreezePage,
  type FreezeView,
  freezeTokenAddress,
  listTokenFreezes,
  unfreezeTokenAddress,
} from "./freezes.ts";
export type { ItemList } from "./item-list.ts";
export type { JournalChoice, JournalName } from "./journal-name.ts";
export { generateMasterKey, rewrapKeys, rotateSigningKey } from "./keys.ts";
export {
  type FindingView,
  type HeadView,
  type LedgerProgress,
  type LedgerRoundView,
  listHeads,
  type RebuiltView,
  rebuildLedger,
  showLedgerRound,
  type VerificationView,
  verifyLedger,
} from "./ledger.ts";
export {
  type BalancesRequest,
  exportStatement,
  type LedgerBalanceView,
  type LedgerTotalView,
  listLedgerBalances,
  listLedgerTotals,
  type StatementRequest,
} from "./ledger-accounts.ts";
export { type LimitRequest, type LimitView, listLimits, removeLimit, setLimit } from "./limits.ts";
export { findNode, listNodes, type NodeView } from "./nodes.ts";
export { type AdminContext, type AdminOptions, type EnvironmentVariables, openAdmin } from "./open-admin.ts";
export { listPendingMigrations, openSchema, type SchemaContext } from "./open-schema.ts";
export {
  listPayments,
  listSuspense,
  type MatchRequest,
  matchPayment,
  type PaymentView,
  returnHeldPayment,
  showPayment,
  type WholePaymentView,
} from "./payments.ts";
export { readPublicKey } from "./public-key.ts";
export {
  type DifferenceView,
  isReconciliationUnderWay,
  type ReconciliationView,
  reconcile,
  requestReconciliation,
  showReconciliation,
  showTokenReconciliation,
} from "./reconciliation.ts";
export type { ReviewView } from "./review-view.ts";
export {
  acceptReviewDocument,
  approveReview,
  clearReviewHit,
  type DecidedReviewView,
  listReviews,
  type QueuedReviewView,
  rejectReview,
  rejectReviewDocument,
  requestReviewDocuments,
  showReview,
} from "./reviews.ts";
export {
  checkName,
  type NameCheckRequest,
  type NameCheckView,
  type SanctionsListView,
  showSanctionsList,
} from "./screening.ts";
export { type SettingsView, showSettings } from "./settings.ts";
export {
  listTokens,
  registerToken,
  type TokenRegistration,
  type TokenView,
} from "./tokens.ts";
export {
  listFailedRefunds,
  listFailedTokenRefunds,
  listHeldTransfers,
  rejectHeldTransfer,
  releaseHeldTransfer,
  retryFailedTokenRefund,
  retryRefund,
  showTransfer,
  type TransferDecision,
  type TransferEndView,
  type TransferPaymentView,
  type TransferPostingView,
  type TransferView,
  type TransferWorkView,
  type WholeTransferView,
} from "./transfers.ts";
export {
  showTreasury,
  type TreasuryAddressView,
  type TreasuryBalanceView,
  type TreasuryInstructions,
  type TreasuryName,
  type TreasuryView,
  treasuryInstructions,
  type WithdrawalRequest,
  type WithdrawalView,
  withdrawFromTreasury,
} from "./treasury.ts";
export {
  changeUserRole,
  disableUser,
  enableUser,
  type InvitationRequest,
  inviteUser,
  type LinkView,
  listUsers,
  resetUser,
  type UserView,
} from "./users.ts";
export {
  disableWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  showWebhook,
  type WebhookDeliveryView,
  type WebhookFilter,
  type WebhookReplayRequest,
  type WebhookView,
  type WholeWebhookView,
} from "./webhooks.ts";
