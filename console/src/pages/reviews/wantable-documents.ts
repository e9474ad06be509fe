const ofBusiness = [
  "articles_of_incorporation",
  "certificate_of_good_standing",
  "ein_letter",
  "operating_agreement",
  "proof_of_address",
  "other",
] as const;
const ofPeople = ["government_photo_id", "other"] as const;

export interface Wanted {
  readonly document_kind: (typeof ofBusiness)[number] | (typeof ofPeople)[number];
  readonly person_label: string | null;
}

/** Everything that can be asked of an account with these people. */
export function wantableDocuments(labels: readonly string[]): readonly Wanted[] {
  return [
    ...ofBusiness.map((document_kind) => ({ document_kind, person_label: null })),
    ...labels.flatMap((person_label) => ofPeople.map((document_kind) => ({ document_kind, person_label }))),
  ];
}
