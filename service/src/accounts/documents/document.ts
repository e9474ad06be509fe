import type { AccountId, ApplicationId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type FieldError, type Refusal, refuse } from "../../kernel/refusal.ts";
import { type DocumentKind, type DocumentType, documentTypeOf } from "../verification/requirements.ts";
import { accountsPrefix, stagingPrefix } from "./storage.ts";

export type DocumentId = Id<"document">;

/** A document of a customer: what is known of it, and where its sealed bytes are. */
export interface Document extends DocumentKey, Described {
  readonly network: Network;
  readonly applicationId: ApplicationId;
  readonly documentType: DocumentType;
  readonly contentType: DocumentContentType;
  readonly size: number;
  /** Of the bytes as they were sent. */
  readonly sha256: Buffer;
  /** The key of the sealed stream, itself sealed. */
  readonly sealedKey: Buffer;
  readonly sealedSize: number;
  /** Of the bytes as they are stored. */
  readonly sealedSha256: Buffer;
  /** Where the bytes are now. */
  readonly storageKey: string;
  readonly createdAt: Instant;
  readonly state: DocumentState;
}

export interface DocumentKey {
  readonly tenantId: TenantId;
  readonly id: DocumentId;
}

/** What the sender says a document is. */
export interface Described {
  readonly documentKind: DocumentKind;
  readonly personLabel: string | undefined;
}

/** `targetKey` is where a linked document belongs. */
export type DocumentState =
  | { readonly name: "staged" }
  | { readonly name: "removing" }
  | LinkedState
  | { readonly name: "stored"; readonly accountId: AccountId };

export interface LinkedState {
  readonly name: "linked";
  readonly accountId: AccountId;
  readonly targetKey: string;
}

export const documentContentTypes = ["application/pdf", "image/png", "image/jpeg"] as const;
export type DocumentContentType = (typeof documentContentTypes)[number];

export const maxDocumentBytes = 25 * 1024 * 1024;

/** How people of an account are called; nothing else goes into a row or the audit log as one. */
export const personLabelPattern = "^(controller|owner_[1-9][0-9]?)$";

/** A photo id is somebody's, any other document may be, and the rest are documents of the business. */
export function documentTypeFor(described: Described): DocumentType | Refusal {
  const { documentKind, personLabel } = described;
  if (personLabel === undefined && documentKind === "government_photo_id") {
    return wrongLabel({ pointer: "/person_label", detail: "is required for a government_photo_id" });
  }
  if (personLabel !== undefined && documentKind !== "government_photo_id" && documentKind !== "other") {
    const detail = `is not for a ${documentKind}, which is a document of the business`;
    return wrongLabel({ pointer: "/person_label", detail });
  }
  return documentTypeOf(described);
}

export function stagingKey({ tenantId, id }: DocumentKey): string {
  return `${stagingPrefix}${tenantId}/${id}`;
}

export function accountKey({ tenantId, id }: DocumentKey, accountId: AccountId): string {
  return `${accountsPrefix}${tenantId}/${accountId}/${id}`;
}

/** The key and the bytes of a document open for this document alone. */
export function sealContext({ tenantId, id }: DocumentKey): string {
  return `documents/${tenantId}/${id}`;
}

function wrongLabel(error: FieldError): Refusal {
  return refuse("validation_failed", `${error.pointer} ${error.detail}`, { errors: [error] });
}
