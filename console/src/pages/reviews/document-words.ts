import { labelWords } from "./review.ts";

const kinds: Readonly<Record<string, string>> = {
  articles_of_incorporation: "Articles of incorporation",
  certificate_of_good_standing: "Certificate of good standing",
  ein_letter: "EIN confirmation letter",
  operating_agreement: "Operating agreement",
  proof_of_address: "Proof of address",
  government_photo_id: "Government photo ID",
  other: "Other document",
};

function kindWords(kind: string): string {
  return kinds[kind] ?? labelWords(kind);
}

/** Display name of a document or requirement: "Government photo ID of owner 1". */
export function documentWords(document: {
  readonly document_kind: string;
  readonly person_label: string | null;
}): string {
  const kind = kindWords(document.document_kind);
  return document.person_label === null ? kind : `${kind} of ${document.person_label.replaceAll("_", " ")}`;
}

const mebibyte = 1024 * 1024;
const kibibyte = 1024;

export function sizeWords(bytes: number): string {
  return bytes >= mebibyte ? `${(bytes / mebibyte).toFixed(1)} MiB` : `${Math.ceil(bytes / kibibyte)} KiB`;
}
