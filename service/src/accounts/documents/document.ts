import type { RowOf } from "../../db/table.ts";
import type { AccountId, Id, TenantId } from "../../kernel/id.ts";
import { type FieldError, type Refusal, refuse } from "../../kernel/refusal.ts";
import type { documents } from "../tables.ts";
import { type DocumentKind, type DocumentType, documentTypeOf } from "../verification/requirements.ts";
import { accountsPrefix, stagingPrefix } from "./storage.ts";

export type DocumentId = Id<"document">;

/** A customer's document: its metadata and the location of its sealed bytes. */
export interface Document
  extends Omit<
    RowOf<typeof documents>,
    "accountId" | "state" | "sizeBytes" | "sealedBytes" | "targetKey" | "linkedAt" | "storedAt"
  > {
  readonly size: number;
  readonly sealedSize: number;
  readonly state: DocumentState;
}

export interface DocumentKey {
  readonly tenantId: TenantId;
  readonly id: DocumentId;
}

/** Description given by the sender. */
export interface Described {
  readonly documentKind: DocumentKind;
  readonly personLabel: string | undefined;
}

/** `targetKey` is the final location of a linked document. */
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

/** Labels of an account's individuals; only these are stored in rows and the audit log. */
export const personLabelPattern = "^(controller|owner_[1-9][0-9]?)$";

/** A photo ID requires a label, `other` may have one, and the other kinds are business documents. */
export function documentTypeFor(described: Described): DocumentType | Refusal {
  const { documentKind, personLabel } = described;
  if (personLabel === undefined && documentKind === "government_photo_id") {
    return wrongLabel({ pointer: "/person_label", detail: "is required for a government_photo_id" });
  }
  if (personLabel !== undefined && documentKind !== "government_photo_id" && documentKind !== "other") {
    const detail = `is not allowed for a ${documentKind}, which is a business document`;
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

function wrongLabel(error: FieldError): Refusal {
  return refuse("validation_failed", `${error.pointer} ${error.detail}`, { errors: [error] });
}
