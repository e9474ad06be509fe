import Type, { type Static } from "typebox";
import { named, nullableString } from "../../http/schemas.ts";
import { documentKinds, documentTypes, type Requirement, requirementStatuses } from "./requirements.ts";

const labelDescription =
  "The individual that the document belongs to, such as `controller` or `owner_1`; null for the business.";

export const RequirementSchema = named(
  "VerificationDocumentRequirement",
  Type.Object(
    {
      document_kind: Type.Enum([...documentKinds]),
      document_type: Type.Enum([...documentTypes]),
      display_name: Type.String({ description: "Name for display." }),
      status: Type.Enum([...requirementStatuses], {
        description:
          "`pending_upload` until a document of this kind and label is linked, then `uploaded`; `accepted` or " +
          "`rejected` after review. A rejected requirement is followed by a new one in `pending_upload`. " +
          "Requirements that are still pending when the review ends are withdrawn and not returned.",
      }),
      person_label: nullableString({ description: labelDescription }),
    },
    { description: "A document that the review requires." },
  ),
);

/** Without withdrawn requirements. */
export function presentRequirements(
  requirements: readonly Requirement[],
): Static<typeof RequirementSchema>[] {
  return requirements.flatMap(({ documentKind, documentType, displayName, status, personLabel }) =>
    status === "withdrawn"
      ? []
      : [
          {
            document_kind: documentKind,
            document_type: documentType,
            display_name: displayName,
            status,
            person_label: personLabel ?? null,
          },
        ],
  );
}
