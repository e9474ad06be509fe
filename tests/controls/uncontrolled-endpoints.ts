/** Endpoints that change something and that no approval rule controls, by their operation ids. */
export interface Uncontrolled {
  readonly reason: string;
  readonly endpoints: readonly string[];
}

/** Of the API, which the console mounts below each workspace. */
export const uncontrolledOfApi: readonly Uncontrolled[] = [
  {
    reason:
      "Exchanges credentials for a token, or ends a token: it gives no right that the credentials lack.",
    endpoints: ["requestToken", "revokeToken"],
  },
  {
    reason:
      "Describes a business; operators review it, and whatever leads value out of the account is controlled.",
    endpoints: ["createAccount", "updateAccount", "stageDocument"],
  },
  {
    reason: "Creates an address whose keys the service holds: value in it stays in the account.",
    endpoints: ["createInternalAddress"],
  },
  {
    reason:
      "Opens the bank's form only. Registering the bank account is controlled, and the callback without a caller is " +
      "refused where a rule for external addresses applies.",
    endpoints: [
      "createLinkToken",
      "createUpdateLinkToken",
      "createFinancialInstitutionLinkToken",
      "createFinancialInstitutionUpdateLinkToken",
      "receiveLinkCallback",
      "showBankLinkSession",
      "pickBankAccount",
    ],
  },
  {
    reason: "Exists on testnet only, where no value is real.",
    endpoints: [
      "simulateVerification",
      "simulatePublicToken",
      "simulateDeposit",
      "simulateReserveReport",
      "simulatePayment",
      "simulateAchReturn",
      "simulateWireReturn",
      "simulateReturn",
      "simulateReject",
      "simulateSettlement",
      "setSimulatedClock",
    ],
  },
  {
    reason:
      "Decides on testnet in place of users, never where a rule of the platform applies, and never about members, " +
      "credentials and rules.",
    endpoints: ["simulateApproval"],
  },
  { reason: "Calculates a transfer and stores nothing.", endpoints: ["quoteTransfer"] },
  { reason: "Stops a transfer; its funds return to the source.", endpoints: ["cancelTransfer"] },
  {
    reason: "Sends events of the account to a server, signed: it moves no value and gives no rights.",
    endpoints: [
      "createWebhookSubscription",
      "updateWebhookSubscription",
      "archiveWebhookSubscription",
      "rotateWebhookSecret",
      "resendWebhookEvent",
      "replayWebhookEvents",
      "testWebhookSubscription",
    ],
  },
  {
    reason: "Decides about an operation that waits; who counts is checked for each decision.",
    endpoints: ["approveOperation", "rejectOperation", "cancelOperation", "commentOnOperation"],
  },
];

/** Of the console alone. */
export const uncontrolledOfConsole: readonly Uncontrolled[] = [
  {
    reason: "A user signs in or out, or confirms a request, with the credentials that they have.",
    endpoints: [
      "signIn",
      "signInWithTotp",
      "signInWithRecoveryCode",
      "signOut",
      "offerPasskeySignIn",
      "signInWithPasskey",
      "beginSsoSignIn",
      "completeSsoSignIn",
      "offerPasskeyConfirmation",
      "confirmWithPasskey",
      "beginSsoConfirmation",
      "confirmWithSso",
      "confirmWithCode",
    ],
  },
  {
    reason: "Accepts an invitation, which was controlled when it was sent.",
    endpoints: ["lookAtInvitation", "acceptInvitation", "acceptInvitationAsKnown"],
  },
  {
    reason: "Changes a user's own credentials, confirmed with the present ones; their rights stay the same.",
    endpoints: [
      "beginSsoLink",
      "linkIdentity",
      "beginTotp",
      "confirmTotp",
      "removeTotp",
      "renewRecoveryCodes",
      "changePassword",
      "registerPasskey",
      "offerPasskeyRegistration",
      "renamePasskey",
      "removePasskey",
    ],
  },
  {
    reason:
      "Vouches for a user's identity, which only a user of another root of access can; it gives no role.",
    endpoints: ["confirmMember", "confirmUser"],
  },
  {
    reason: "Takes access away; giving it is controlled.",
    endpoints: [
      "endSession",
      "endOtherSessions",
      "endSessionsOfUser",
      "disableUser",
      "revokeOperatorInvitation",
      "revokeMemberInvitation",
      "revokeApplication",
      "revokeApplicationKey",
    ],
  },
  {
    reason: "Concerns what a user sees, or how work is shared: no value, rights or controls.",
    endpoints: [
      "readNotices",
      "changeMailPreferences",
      "assignWork",
      "addWorkNote",
      "createSavedView",
      "removeSavedView",
      "createSavedViewOfOperators",
      "removeSavedViewOfOperators",
    ],
  },
  {
    reason: "Sends a link to a report to users who may read the report already.",
    endpoints: [
      "createReportSchedule",
      "removeReportSchedule",
      "createReportScheduleOfPlatform",
      "removeReportScheduleOfPlatform",
    ],
  },
  {
    reason: "Creates a managing account without value; its members are invited, which is controlled.",
    endpoints: ["createTenant"],
  },
  {
    reason: "Decides whether a business may hold an account; what the account does then is controlled.",
    endpoints: [
      "approveReview",
      "rejectReview",
      "requestReviewDocuments",
      "clearReviewHit",
      "acceptReviewDocument",
      "rejectReviewDocument",
    ],
  },
  {
    reason: "Refuses what is held; the funds return to their source.",
    endpoints: ["rejectHeldTransfer"],
  },
  {
    reason: "Withdraws the user's own request for a second user.",
    endpoints: [
      "withdrawTransferRelease",
      "withdrawDepositRelease",
      "withdrawClaimRequest",
      "withdrawSuspenseMatch",
    ],
  },
  {
    reason: "Repeats a refund that failed: the same amount, to where the transfer came from.",
    endpoints: ["refundTransfer", "retryFailedTokenRefund"],
  },
  {
    reason: "Shows stored personal data or text of the bank, with an entry in the audit log.",
    endpoints: ["discloseSender", "readBankFile"],
  },
  {
    reason: "Works on messages of the bank: each line has one effect, no matter how often it is read.",
    endpoints: ["rereadBankFile", "finishBankItem"],
  },
  { reason: "Compares chains with the ledger and changes neither.", endpoints: ["requestReconciliation"] },
  {
    reason: "Turns deliveries to a server off or on; the subscription stays as its owner made it.",
    endpoints: ["disableWebhook", "enableWebhook"],
  },
  {
    reason: "Gives the requester the secret of an operation that was approved, once.",
    endpoints: ["takeApprovalResult"],
  },
  {
    reason: "Decides about an operation that waits; who counts is checked for each decision.",
    endpoints: [
      "platform.approveOperation",
      "platform.rejectOperation",
      "platform.cancelOperation",
      "platform.commentOnOperation",
    ],
  },
  {
    reason: "Shows an account number to which the platform's own money is paid in.",
    endpoints: ["getTreasuryInstructions"],
  },
  {
    reason: "Repeats or ends work that was accepted before; each effect happens once.",
    endpoints: ["retryDeadJobsOfKind", "retryDeadJob", "discardDeadJob"],
  },
];
