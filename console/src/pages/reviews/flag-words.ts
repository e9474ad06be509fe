import type { Review } from "./review.ts";

type Flag = Review["flags"][number];

const fields: Readonly<Record<string, string>> = {
  address: "address",
  dob: "date of birth",
  ein: "EIN",
  phone_number: "phone",
  ssn: "SSN",
};

/** Display name of the field a flag points to: "Controller's phone", "Owners". */
export function placeWords(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  const [first = "", second, third] = parts;
  if (first === "business_controller") return fieldOf("Controller", second);
  if (first.endsWith("beneficial_owners")) {
    return second === undefined ? "Owners" : fieldOf(`Owner ${Number(second) + 1}`, third);
  }
  return `Business ${fieldWords(first)}`;
}

function fieldOf(owner: string, field: string | undefined): string {
  return field === undefined ? owner : `${owner}'s ${fieldWords(field)}`;
}

function fieldWords(field: string): string {
  return fields[field] ?? field.replaceAll("_", " ");
}

// The service addresses these messages to the account's manager; reviewers need a different wording.
const messages: Readonly<Record<string, string>> = {
  ein_already_used: "is also used by another account of this tenant",
  ein_equals_ssn: "is also given as an individual's SSN",
  ein_prefix_never_issued: "has a prefix that the IRS has never issued",
};

/** Message of a flag for reviewers. */
export function flagWords({ code, detail }: Pick<Flag, "code" | "detail">): string {
  return messages[code] ?? detail;
}
