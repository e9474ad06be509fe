import type { Review } from "./review.ts";

type Flag = Review["flags"][number];

const fields: Readonly<Record<string, string>> = {
  address: "address",
  dob: "birth date",
  ein: "EIN",
  phone_number: "telephone",
  ssn: "SSN",
};

/** Where a flag points into the request that made the account, in words: "Controller's telephone", "Owners". */
export function placeWords(pointer: string): string {
  const parts = pointer.split("/").slice(1);
  const [first = "", second, third] = parts;
  if (first === "business_controller") return belonging("Controller", second);
  if (first.endsWith("beneficial_owners")) {
    return second === undefined ? "Owners" : belonging(`Owner ${Number(second) + 1}`, third);
  }
  return `Business ${fieldWords(first)}`;
}

function belonging(who: string, field: string | undefined): string {
  return field === undefined ? who : `${who}'s ${fieldWords(field)}`;
}

function fieldWords(field: string): string {
  return fields[field] ?? field.replaceAll("_", " ");
}

// These the service says in sentences of their own, to whoever manages the account.
const doubts: Readonly<Record<string, string>> = {
  ein_already_used: "is also that of another account of this tenant",
  ein_equals_ssn: "is also given as a person's SSN",
  ein_prefix_never_issued: "has a prefix that the IRS has never issued",
};

/** What is hard to believe of that place, as it is said to whoever reviews. */
export function doubtWords({ code, detail }: Pick<Flag, "code" | "detail">): string {
  return doubts[code] ?? detail;
}
