import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createIdFactory } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import {
  checkRequired,
  type DocumentKind,
  documentKinds,
  type LinkedDocument,
  matchDocuments,
  newlyRequired,
  type RequiredDocument,
  type Requirement,
  type RequirementStatus,
  requiredBySet,
  requirementSets,
  requirementStatuses,
  stillMissing,
} from "./requirements.ts";

const newId = createIdFactory(systemClock);
const labels = ["controller", "owner_1"];

function requirement(
  documentKind: DocumentKind,
  personLabel?: string,
  status: RequirementStatus = "pending_upload",
): Requirement {
  return {
    id: newId<"verification-requirement">(),
    documentKind,
    documentType: personLabel === undefined ? "business_document" : "individual_document",
    displayName: documentKind,
    personLabel,
    status,
    docSubmissionId: undefined,
    requestedAt: systemClock.now(),
  };
}

function linked(documentKind: DocumentKind, personLabel?: string): LinkedDocument {
  const documentType = personLabel === undefined ? "business_document" : "individual_document";
  return { id: newId<"document">(), documentKind, documentType, personLabel };
}

test("a document fulfills only a requirement of its kind and label", () => {
  const requirements = [requirement("government_photo_id", "controller"), requirement("ein_letter")];
  const owners = linked("government_photo_id", "owner_1");
  const letter = linked("ein_letter");
  const { assignments, isComplete } = matchDocuments(requirements, [owners, letter]);
  expect(assignments).toEqual([{ requirementId: requirements[1]?.id, documentId: letter.id }]);
  expect(isComplete).toBe(false);
});

describe("matching documents", () => {
  const anyLabel = fc.constantFrom(undefined, ...labels);
  const anyKind = fc.constantFrom(...documentKinds);
  const anyStatus = fc.constantFrom(...requirementStatuses);
  const anyRequirement = fc.tuple(anyKind, anyLabel, anyStatus).map((parts) => requirement(...parts));
  const anyDocument = fc.tuple(anyKind, anyLabel).map((parts) => linked(...parts));

  test("uses each document and each pending requirement at most once, by kind and label, and misses none", () => {
    fc.assert(
      fc.property(fc.array(anyRequirement), fc.array(anyDocument), (requirements, documents) => {
        const { assignments, isComplete } = matchDocuments(requirements, documents);
        expect(new Set(assignments.map((one) => one.documentId)).size).toBe(assignments.length);
        expect(new Set(assignments.map((one) => one.requirementId)).size).toBe(assignments.length);
        for (const { requirementId, documentId } of assignments) {
          const served = requirements.find(({ id }) => id === requirementId);
          const serving = documents.find(({ id }) => id === documentId);
          expect(served?.status).toBe("pending_upload");
          expect(likeOf(served)).toBe(likeOf(serving));
        }
        const waiting = requirements.filter(({ status }) => status === "pending_upload");
        expect(isComplete).toBe(assignments.length === waiting.length);
        const open = waiting.filter(({ id }) => !assignments.some((one) => one.requirementId === id));
        const free = documents.filter(({ id }) => !assignments.some((one) => one.documentId === id));
        expect(open.some((one) => free.some((document) => likeOf(one) === likeOf(document)))).toBe(false);
      }),
    );
  });
});

test.each(requirementSets)("the set %s requires only documents that the account can have", (set) => {
  const required = requiredBySet(set, labels);
  expect(required.length).toBeGreaterThan(0);
  expect(checkRequired(required, labels)).toEqual(required);
});

test.each<[string, RequiredDocument]>([
  ["a photo id without a label", { documentKind: "government_photo_id", personLabel: undefined }],
  ["a photo id of an unknown individual", { documentKind: "government_photo_id", personLabel: "owner_9" }],
  ["a business document with a label", { documentKind: "ein_letter", personLabel: "controller" }],
])("%s cannot be requested", (_, document) => {
  const refusal = checkRequired([{ documentKind: "other", personLabel: undefined }, document], labels);
  expect(refusal).toMatchObject({
    code: "unprocessable",
    errors: [{ pointer: "/documents/1/person_label" }],
  });
});

test("an empty request is refused, and duplicates are requested once", () => {
  expect(checkRequired([], labels)).toMatchObject({ code: "unprocessable" });
  const letter = { documentKind: "ein_letter", personLabel: undefined } as const;
  expect(checkRequired([letter, letter], labels)).toEqual([letter]);
});

test("pending documents are not requested twice, and their number is limited", () => {
  const letter = { documentKind: "ein_letter", personLabel: undefined } as const;
  expect(newlyRequired([requirement("ein_letter")], [letter])).toEqual([]);
  expect(newlyRequired([requirement("ein_letter", undefined, "accepted")], [letter])).toEqual([letter]);
  const many = Array.from({ length: 100 }, () => requirement("other"));
  expect(isRefusal(newlyRequired(many, [letter]))).toBe(true);
});

test("of a provider's required documents, only missing ones are requested", () => {
  const set = requiredBySet("standard", ["controller"]);
  const [certificate, photo] = set;
  const uploaded = [requirement("certificate_of_good_standing", undefined, "accepted")];
  expect(stillMissing(set, uploaded, [])).toEqual({ documents: [photo], isAllThere: false });
  expect(stillMissing(set, uploaded, [linked("government_photo_id", "controller")]).isAllThere).toBe(true);
  const rejected = [requirement("certificate_of_good_standing", undefined, "rejected")];
  expect(stillMissing(set, rejected, []).documents).toEqual([certificate, photo]);
});

function likeOf(document: RequiredDocument | undefined): string {
  return `${document?.documentKind} of ${document?.personLabel ?? "the business"}`;
}
