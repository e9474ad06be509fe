import { bigint, boolean, bytea, integer, jsonb, optional, sealed, text, timestamptz } from "../db/column.ts";
import { table } from "../db/table.ts";
import type { Actor } from "../kernel/cause.ts";
import type { AccountId, ApplicationId, Network, TenantId } from "../kernel/id.ts";
import type { AccountStatus } from "./account.ts";
import type { DocumentContentType, DocumentId, DocumentState } from "./documents/document.ts";
import type { ReviewFlag } from "./profile.ts";
import type { Hit, ScreeningResult } from "./screening/screening.ts";
import type { DocumentKind, DocumentType, RequirementStatus } from "./verification/requirements.ts";
import type {
  DecisionId,
  RejectionCode,
  RequirementId,
  ScreeningId,
  Stage,
} from "./verification/verification.ts";

export function profileContext({
  tenantId,
  accountId,
}: {
  readonly tenantId: string;
  readonly accountId: string;
}): string {
  return `account_profiles/${tenantId}/${accountId}`;
}

export function documentContext({
  tenantId,
  id,
}: {
  readonly tenantId: string;
  readonly id: string;
}): string {
  return `documents/${tenantId}/${id}`;
}

/** Sealed business and individual data of managed accounts. */
export const accountProfiles = table({
  name: "account_profiles",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "accountId"],
  audited: ["account"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    sealed: sealed(profileContext),
    einIndex: bytea(),
    flags: jsonb<readonly ReviewFlag[]>(),
    createdAt: timestamptz(),
  },
});

/** Tenant, both networks: managing accounts exist in both networks, a managed account in the network of its creation. */
export const accounts = table({
  name: "accounts",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["account", "verification"],
  facts: { of: "tenantId", changedBy: ["UPDATE", "DELETE"] },
  columns: {
    tenantId: text<TenantId>(),
    id: text<AccountId>(),
    /** Of a managed account: where it was created, and the only one in which it exists. */
    network: optional(text<Network>()),
    kind: text<"managing" | "managed">(),
    managingAccountId: optional(text<AccountId>()),
    name: text(),
    businessName: optional(text()),
    /** A tokenization account attests its own tokens; a managed account inherits this from its managing account. */
    selfAttested: boolean(),
    status: text<AccountStatus>(),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Customer documents, staged or linked to an account; content is in the document storage. */
export const documents = table({
  name: "documents",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["document"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    id: text<DocumentId>(),
    applicationId: text<ApplicationId>(),
    accountId: optional(text<AccountId>()),
    documentKind: text<DocumentKind>(),
    documentType: text<DocumentType>(),
    personLabel: optional(text()),
    state: text<DocumentState["name"]>(),
    contentType: text<DocumentContentType>(),
    sizeBytes: bigint(),
    /** Of the bytes as sent. */
    sha256: bytea(),
    /** The key of the sealed stream. */
    sealedKey: sealed(documentContext),
    sealedBytes: bigint(),
    /** Of the bytes as stored. */
    sealedSha256: bytea(),
    /** Current location of the bytes. */
    storageKey: text(),
    /** Their final location. */
    targetKey: optional(text()),
    createdAt: timestamptz(),
    linkedAt: optional(timestamptz()),
    storedAt: optional(timestamptz()),
  },
});

/** Sanctions screening result of each subject, append-only. */
export const screenings = table({
  name: "screenings",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    id: text<ScreeningId>(),
    subjectLabel: text(),
    listName: text(),
    listVersion: text(),
    listSha256: text(),
    threshold: integer(),
    outcome: text<ScreeningResult["outcome"]>(),
    hits: jsonb<readonly Hit[]>(),
    furtherHits: integer(),
    unreadableNames: integer(),
    screenedAt: timestamptz(),
    algorithm: integer(),
  },
});

/** Every transition of every verification: actor, time, reason, states before and after. Append-only. */
export const verificationDecisions = table({
  name: "verification_decisions",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "id"],
  audited: ["verification"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    id: text<DecisionId>(),
    at: timestamptz(),
    event: text(),
    fromStage: text<Stage>(),
    toStage: text<Stage>(),
    /** The revision of the review that it created. */
    revision: integer(),
    actorType: text<Actor["type"]>(),
    actorId: text(),
    requestId: optional(text()),
    reason: optional(text()),
    reasonCode: optional(text<RejectionCode>()),
    provider: optional(text()),
    /** Of the account's last screening. */
    listVersion: optional(text()),
  },
});

/** Documents linked to an account in verification. */
export const verificationDocuments = table({
  name: "verification_documents",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "accountId", "docSubmissionId"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    docSubmissionId: text<DocumentId>(),
    documentKind: text<DocumentKind>(),
    documentType: text<DocumentType>(),
    personLabel: optional(text()),
    requirementId: optional(text<RequirementId>()),
    linkedAt: timestamptz(),
  },
});

/** Documents required by a verification. */
export const verificationRequirements = table({
  name: "verification_requirements",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "id"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    id: text<RequirementId>(),
    documentKind: text<DocumentKind>(),
    documentType: text<DocumentType>(),
    displayName: text(),
    personLabel: optional(text()),
    status: text<RequirementStatus | "withdrawn">(),
    docSubmissionId: optional(text<DocumentId>()),
    requestedAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});

/** Business verification of each managed account. */
export const verifications = table({
  name: "verifications",
  owner: "accounts",
  place: "distributed",
  key: ["tenantId", "accountId"],
  audited: ["verification", "account"],
  columns: {
    tenantId: text<TenantId>(),
    network: text<Network>(),
    accountId: text<AccountId>(),
    stage: text<Stage>(),
    hasOpenHit: boolean(),
    /** Incremented by every change, so that a decision can name what it is based on. */
    revision: integer(),
    /** When the current state was entered. */
    stageSince: timestamptz(),
    /** Since when manual action is needed; undefined if none is. */
    waitingSince: optional(timestamptz()),
    /** List, threshold and algorithm; empty until all subjects are screened under the account's current names. */
    screenedWith: text(),
    /** Earlier findings on the business apply to its previous names only. */
    renamedAt: optional(timestamptz()),
    createdAt: timestamptz(),
    updatedAt: timestamptz(),
  },
});
