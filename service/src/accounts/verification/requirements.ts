import type { Id } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type FieldError, type Refusal, refuse } from "../../kernel/refusal.ts";
import type { RequirementId } from "./verification.ts";

/**
 * One document that the review wants; `rejected` ones stay as a record beside the one that replaces them, `withdrawn`
 * ones are those that had not come when the review ended.
 */
export interface Requirement extends RequiredDocument {
  readonly id: RequirementId;
  readonly documentType: DocumentType;
  readonly displayName: string;
  readonly status: RequirementStatus | "withdrawn";
  readonly docSubmissionId: Id<"document"> | undefined;
  readonly requestedAt: Instant;
}

/** Labels name people without telling who they are. */
export interface RequiredDocument {
  readonly documentKind: DocumentKind;
  readonly personLabel: string | undefined;
}

/** A document that was linked to the account, as the review sees it. */
export interface LinkedDocument {
  readonly id: Id<"document">;
  readonly documentKind: DocumentKind;
  readonly documentType: DocumentType;
  readonly personLabel: string | undefined;
}

/** As clients see them. What is withdrawn nobody has to send, and clients are not shown it. */
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

/** At most this many may be open at once, which is more than any set asks of the largest account. */
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

/** What is asked for together, by the reason of asking. */
const sets = {
  /** The business exists, and its people are who they say. */
  standard: { business: ["certificate_of_good_standing"], perPerson: ["government_photo_id"] },
  /** The business is what it says. */
  business: {
    business: ["articles_of_incorporation", "certificate_of_good_standing", "ein_letter"],
    perPerson: [],
  },
  /** The people are who they say. */
  identity: { business: [], perPerson: ["government_photo_id"] },
  /** The business is where it says. */
  address: { business: ["proof_of_address"], perPerson: [] },
  /** Who owns the business is as it says. */
  ownership: { business: ["operating_agreement"], perPerson: ["government_photo_id"] },
} as const satisfies Record<
  string,
  { readonly business: readonly DocumentKind[]; readonly perPerson: readonly DocumentKind[] }
>;

export type RequirementSet = keyof typeof sets;
export const requirementSets = Object.keys(sets) as readonly RequirementSet[];

export function isRequirementSet(text: string): text is RequirementSet {
  return Object.hasOwn(sets, text);
}

export function requiredBySet(
  set: RequirementSet,
  personLabels: readonly string[],
): readonly RequiredDocument[] {
  const { business, perPerson } = sets[set];
  return [
    ...business.map((documentKind) => ({ documentKind, personLabel: undefined })),
    ...personLabels.flatMap((personLabel) =>
      perPerson.map((documentKind) => ({ documentKind, personLabel })),
    ),
  ];
}

export function documentTypeOf({ personLabel }: RequiredDocument): DocumentType {
  return personLabel === undefined ? "business_document" : "individual_document";
}

export function displayNameOf({ documentKind }: RequiredDocument): string {
  return displayNames[documentKind];
}

/** A photo id is somebody's; a label must be of somebody in the account; nothing is asked for twice at once. */
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

/** What must be added so that each of these is asked for; what waits for its upload already is not asked for twice. */
export function newlyRequired(
  requirements: readonly Requirement[],
  required: readonly RequiredDocument[],
): readonly RequiredDocument[] | Refusal {
  const pending = requirements.filter(isPending);
  const added = required.filter((document) => !pending.some((one) => isSame(one, document)));
  if (pending.length + added.length > maxPending) {
    return refuse("unprocessable", `no more than ${maxPending} documents can be asked for at a time`);
  }
  return added;
}

/** What of a provider's wish is open: it is not told a second time to upload what has come. */
export function stillMissing(
  required: readonly RequiredDocument[],
  requirements: readonly Requirement[],
  free: readonly LinkedDocument[],
): { readonly documents: readonly RequiredDocument[]; readonly isAllThere: boolean } {
  const come = requirements.filter(({ status }) => status === "uploaded" || status === "accepted");
  const documents = required.filter((document) => !come.some((one) => isSame(one, document)));
  const isAllThere = documents.every((document) => free.some((one) => isSame(one, document)));
  return { documents, isAllThere };
}

export interface Assignment {
  readonly requirementId: RequirementId;
  readonly documentId: Id<"document">;
}

/** Each requirement that waits gets the first document of its kind and person that serves no other one. */
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
      ? [{ pointer, detail: "is needed for a government_photo_id" }]
      : [];
  }
  if (documentKind !== "government_photo_id" && documentKind !== "other") {
    return [{ pointer, detail: `is not for a ${documentKind}, which is a document of the business` }];
  }
  if (personLabels.includes(personLabel)) return [];
  return [{ pointer, detail: `must be one of ${personLabels.join(", ")}` }];
}

function isSame(left: RequiredDocument, right: RequiredDocument): boolean {
  return left.documentKind === right.documentKind && left.personLabel === right.personLabel;
}
