import Type, { type Static } from "typebox";
import { named, nullableString } from "../../http/schemas.ts";
import { documentKinds, documentTypes, type Requirement, requirementStatuses } from "./requirements.ts";

const personLabelDescription =
  "Whose document it is, such as `controller` or `owner_1`; null for the business.";

export const RequirementSchema = named(
  "VerificationDocumentRequirement",
  Type.Object(
    {
      document_kind: Type.Enum([...documentKinds]),
      document_type: Type.Enum([...documentTypes]),
      display_name: Type.String({ description: "For people." }),
      status: Type.Enum([...requirementStatuses], {
        description:
          "`pending_upload` until a document of this kind and person is linked, then `uploaded`; `accepted` or " +
          "`rejected` once a person has looked at it. A rejected one is followed by a new one in `pending_upload`. " +
          "What has not come when the review ends is not wanted any more, and is not listed.",
      }),
      person_label: nullableString({ description: personLabelDescription }),
    },
    { description: "A document that the review wants." },
  ),
);

/** Without those that were withdrawn. */
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
