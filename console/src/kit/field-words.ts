import { statusWords } from "./status-tone.ts";

/** Label of a field by its JSON pointer: "/business_controller/date_of_birth" becomes "Business controller date of birth". */
export function fieldWords(pointer: string): string {
  const parts = pointer.split("/").filter((part) => part !== "" && part !== "query");
  const named = parts.length > 1 && parts.at(-1) === "value" ? parts.slice(0, -1) : parts;
  return statusWords(named.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part)).join("_"));
}

const pointerAtStart = /^(\/[\w-]+(?:\/[\w-]+)*)(?=\s)/;

/** An error of the service without JSON pointers: "/amount/value must be…" becomes "Amount must be…". */
export function errorWords(detail: string): string {
  const text = detail.replace(pointerAtStart, (pointer) => fieldWords(pointer));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
