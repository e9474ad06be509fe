export { type Account, accountStatuses, type ManagedAccount, type ManagingAccount } from "./account.ts";
export { type AddressRequest, StreetAddressSchema } from "./account-request.ts";
export { createManagingAccount } from "./create-managing-account.ts";
export { documentWork } from "./documents/document-work.ts";
export { openAnyDocument, openDocument } from "./documents/open-document.ts";
export { type DocumentRouteDeps, documentRoutes } from "./documents/routes.ts";
export type { DocumentStorage } from "./documents/storage.ts";
export { storedDocuments } from "./documents/store.ts";
export {
  accountPlaces,
  accountView,
  type NamedAccount,
  ofTenant,
  selectAccountsNamed as findAccountsNamed,
  selectAccountsNamedAnywhere as findAccountsNamedAnywhere,
  selectAnyAccount as findAnyAccount,
  selectTenantNames as findTenantNames,
} from "./name-store.ts";
export { readBirthDate } from "./profile/birth-date.ts";
export { addressLine, loadPayees, type Payee } from "./profile/payees.ts";
export { maxTextLength, readPlainText } from "./profile/plain-text.ts";
export { MaskedProfileSchema, withPercentages } from "./profile/profile-response.ts";
export { readStreetAddress } from "./profile/read-profile.ts";
export { complain, createReading, type Reading, type ValidationIssue } from "./profile/validation-issue.ts";
export { readEmail } from "./profile/web-address.ts";
export type { StreetAddress } from "./profile.ts";
export { type AccountRouteDeps, accountRoutes } from "./routes.ts";
export { SanctionsListError, type SanctionsSource } from "./screening/sanctions-list.ts";
export { createScreener, type Screener } from "./screening/screener.ts";
export type { ScreeningResult, SubjectKind } from "./screening/screening.ts";
export {
  accountSearch,
  countManagedAccounts,
  type FoundAccount,
  managingAccountSearch,
  searchText,
} from "./search-store.ts";
export {
  managingAccounts,
  selectAccount as findAccount,
  selectAccounts as findAccounts,
  selectTenantIds as findTenantIds,
} from "./store.ts";
/** @public Hooks that run when an account completes. */
export type { CompletionHook } from "./verification/advance.ts";
export { approveReview } from "./verification/approve-review.ts";
export { clearHit } from "./verification/clear-hit.ts";
export { acceptDocument, rejectDocument } from "./verification/evaluate-document.ts";
export { accountEventTypes } from "./verification/event-types.ts";
export { type VerificationWork, verificationJobs } from "./verification/jobs.ts";
export type { ProviderOf } from "./verification/provider.ts";
export { rejectReview } from "./verification/reject-review.ts";
export {
  type RequestDocumentsDeps as ReviewDeps,
  type RequestedDocuments,
  requestDocuments,
} from "./verification/request-documents.ts";
export {
  documentKinds,
  isDocumentKind,
  type RequiredDocument,
  requirementSets,
} from "./verification/requirements.ts";
export type { RescreenRun } from "./verification/rescreen-accounts.ts";
export {
  DecidedReviewSchema,
  presentDecidedReview,
  presentQueuedReview,
  QueuedReviewSchema,
} from "./verification/review-response.ts";
export { reviewRows } from "./verification/review-rows.ts";
export {
  type QueuedReview,
  reviewQueue,
  reviewsAtStage,
  verificationView,
  waitingReviews,
} from "./verification/review-store.ts";
export { verificationRoutes } from "./verification/routes.ts";
export { withExplanations } from "./verification/screening-response.ts";
export { findReviewKey, type Review, showReview } from "./verification/show-review.ts";
export {
  openStages,
  rejectionCodes,
  type Verification,
} from "./verification/verification.ts";
export { presentReview, type ReviewNames, ReviewSchema } from "./verification/whole-review-response.ts";
/** @public Every module with an `account_id` in its paths resolves it through these. */
export {
  findVisibleAccount,
  findVisibleAccounts,
  isVisibleTo,
  requireVisibleAccount,
} from "./visible-account.ts";
