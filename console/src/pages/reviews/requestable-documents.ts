const businessKinds = [
  "articles_of_incorporation",
  "certificate_of_good_standing",
  "ein_letter",
  "operating_agreement",
  "proof_of_address",
  "other",
] as const;
const individualKinds = ["government_photo_id", "other"] as const;

export interface RequestedDocument {
  readonly document_kind: (typeof businessKinds)[number] | (typeof individualKinds)[number];
  readonly person_label: string | null;
}

/** All documents that can be requested for an account with these individuals. */
export function requestableDocuments(labels: readonly string[]): readonly RequestedDocument[] {
  return [
    ...businessKinds.map((document_kind) => ({ document_kind, person_label: null })),
    ...labels.flatMap((person_label) =>
      individualKinds.map((document_kind) => ({ document_kind, person_label })),
    ),
  ];
}
