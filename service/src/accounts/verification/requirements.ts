import type { RowOf } from "../../db/table.ts";
import type { Id } from "../../kernel/id.ts";
import { type FieldError, type Refusal, refuse } from "../../kernel/refusal.ts";
import type { verificationRequirements } from "../tables.ts";
import type { RequirementId, ReviewOwner } from "./verification.ts";

/**
 * A document that the review requires; `rejected` ones are kept as a record next to their replacement, `withdrawn` ones
 * were still pending when the review ended.
 */
export type Requirement = Omit<RowOf<typeof verificationRequirements>, keyof ReviewOwner | "updatedAt">;

/** Labels identify individuals without personal data. */
export type RequiredDocument = Pick<Requirement, "documentKind" | "personLabel">;

/** A document linked to the account, as seen by the review. */
export interface LinkedDocument extends RequiredDocument {
  readonly id: Id<"document">;
  readonly documentType: DocumentType;
}

/** Statuses returned to clients. Withdrawn requirements are not returned. */
export const requirementStatuses = ["pending_upload", "uploaded", "accepted", "rejected"] as const;
export type RequirementStatus = (typeof requirementStatuses)[number];

export const documentKinds = [
  "articles_of_incorporation",
  "certificate_of_good_standing",
  "ein_letter",
  "operating_agreement",
  "proof_of_address",
  "government_photo_id",
  "other",
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export function isDocumentKind(text: string): text is DocumentKind {
  return documentKinds.some((kind) => kind === text);
}

export const documentTypes = ["business_document", "individual_document"] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Maximum number of pending requirements; more than any set requires of the largest account. */
const maxPending = 100;

const displayNames: Readonly<Record<DocumentKind, string>> = {
  articles_of_incorporation: "Articles of incorporation",
  certificate_of_good_standing: "Certificate of good standing",
  ein_letter: "EIN confirmation letter",
  operating_agreement: "Operating agreement",
  proof_of_address: "Proof of address",
  government_photo_id: "Government photo ID",
  other: "Further document",
};

/** Named sets of documents, by purpose. */
const sets = {
  /** The business exists, and its owners are who they claim to be. */
  standard: { business: ["certificate_of_good_standing"], perIndividual: ["government_photo_id"] },
  /** The business is what it claims to be. */
  business: {
    business: ["articles_of_incorporation", "certificate_of_good_standing", "ein_letter"],
    perIndividual: [],
  },
  /** The individuals are who they claim to be. */
  identity: { business: [], perIndividual: ["government_photo_id"] },
  /** The business is at its address. */
  address: { business: ["proof_of_address"], perIndividual: [] },
  /** The ownership is as stated. */
  ownership: { business: ["operating_agreement"], perIndividual: ["government_photo_id"] },
} as const satisfies Record<
  string,
  { readonly business: readonly DocumentKind[]; readonly perIndividual: readonly DocumentKind[] }
>;

export type RequirementSet = keyof typeof sets;
export const requirementSets = Object.keys(sets) as readonly RequirementSet[];

export function requiredBySet(
  set: RequirementSet,
  personLabels: readonly string[],
): readonly RequiredDocument[] {
  const { business, perIndividual } = sets[set];
  return [
    ...business.map((documentKind) => ({ documentKind, personLabel: undefined })),
    ...personLabels.flatMap((personLabel) =>
      perIndividual.map((documentKind) => ({ documentKind, personLabel })),
    ),
  ];
}

export function documentTypeOf({ personLabel }: RequiredDocument): DocumentType {
  return personLabel === undefined ? "business_document" : "individual_document";
}

export function displayNameOf({ documentKind }: RequiredDocument): string {
  return displayNames[documentKind];
}

/** A photo ID requires a label, labels must exist in the account, duplicates are removed. */
export function checkRequired(
  required: readonly RequiredDocument[],
  personLabels: readonly string[],
): readonly RequiredDocument[] | Refusal {
  const errors = required.flatMap((document, index) => requiredErrors(document, index, personLabels));
  const [first] = errors;
  if (first !== undefined) return refuse("unprocessable", `${first.pointer} ${first.detail}`, { errors });
  if (required.length === 0) return refuse("unprocessable", "name at least one document");
  return required.filter(
    (document, index) => required.findIndex((other) => isSame(other, document)) === index,
  );
}

/** The requirements to add, without those that are already pending. */
export function newlyRequired(
  requirements: readonly Requirement[],
  required: readonly RequiredDocument[],
): readonly RequiredDocument[] | Refusal {
  const pending = requirements.filter(isPending);
  const added = required.filter((document) => !pending.some((candidate) => isSame(candidate, document)));
  if (pending.length + added.length > maxPending) {
    return refuse("unprocessable", `at most ${maxPending} documents can be pending at a time`);
  }
  return added;
}

/** The missing part of a provider's required documents: uploaded ones are not requested again. */
export function stillMissing(
  required: readonly RequiredDocument[],
  requirements: readonly Requirement[],
  free: readonly LinkedDocument[],
): { readonly documents: readonly RequiredDocument[]; readonly isAllThere: boolean } {
  const come = requirements.filter(({ status }) => status === "uploaded" || status === "accepted");
  const documents = required.filter((document) => !come.some((candidate) => isSame(candidate, document)));
  const isAllThere = documents.every((document) => free.some((candidate) => isSame(candidate, document)));
  return { documents, isAllThere };
}

export interface Assignment {
  readonly requirementId: RequirementId;
  readonly documentId: Id<"document">;
}

/** Assigns each pending requirement the first unassigned document of its kind and label. */
export function matchDocuments(
  requirements: readonly Pick<Requirement, "id" | "documentKind" | "personLabel" | "status">[],
  documents: readonly Pick<LinkedDocument, "id" | "documentKind" | "personLabel">[],
): { readonly assignments: readonly Assignment[]; readonly isComplete: boolean } {
  const pending = requirements.filter(isPending);
  const free = [...documents];
  const assignments = pending.flatMap((requirement) => {
    const place = free.findIndex((document) => isSame(document, requirement));
    const [document] = place === -1 ? [] : free.splice(place, 1);
    return document === undefined ? [] : [{ requirementId: requirement.id, documentId: document.id }];
  });
  return { assignments, isComplete: assignments.length === pending.length };
}

export function isPending({ status }: Pick<Requirement, "status">): boolean {
  return status === "pending_upload";
}

function requiredErrors(
  { documentKind, personLabel }: RequiredDocument,
  index: number,
  personLabels: readonly string[],
): readonly FieldError[] {
  const pointer = `/documents/${index}/person_label`;
  if (personLabel === undefined) {
    return documentKind === "government_photo_id"
      ? [{ pointer, detail: "is required for a government_photo_id" }]
      : [];
  }
  if (documentKind !== "government_photo_id" && documentKind !== "other") {
    return [{ pointer, detail: `is not allowed for a ${documentKind}, which is a business document` }];
  }
  if (personLabels.includes(personLabel)) return [];
  return [{ pointer, detail: `must be one of ${personLabels.join(", ")}` }];
}

function isSame(left: RequiredDocument, right: RequiredDocument): boolean {
  return left.documentKind === right.documentKind && left.personLabel === right.personLabel;
}
