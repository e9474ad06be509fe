import { slipsOf } from "./slips.ts";

const mark = "FLR";
const digits = 10;

/** What the sender is asked to write: the count and the check digit of the account number. */
export function memoOf(accountNumber: string): string {
  return `${mark}-${accountNumber.slice(-digits)}`;
}

const shape = new RegExp(`${mark}([0-9OIL]{${digits}})`, "g");

/**
 * The memos in what a sender wrote, however it was spaced and in whichever case. Letters that look like digits are taken
 * for them.
 */
export function memosIn(reference: string | undefined): readonly string[] {
  const found = [...squeeze(reference).matchAll(shape)].map(
    ([, number = ""]) => `${mark}-${digitsOf(number)}`,
  );
  return [...new Set(found)];
}

const almost = new RegExp(`${mark}([0-9OIL]{${digits - 1},${digits + 1}})`, "g");
const maxAlmost = 5;

/** The memos that a sender may have meant, who has slipped by one digit. */
export function nearMemosIn(reference: string | undefined): readonly string[] {
  const written = [...squeeze(reference).matchAll(almost)].slice(0, maxAlmost);
  return written.flatMap(([, number = ""]) =>
    [...slipsOf(digitsOf(number))].filter((slip) => slip.length === digits).map((slip) => `${mark}-${slip}`),
  );
}

function squeeze(reference = ""): string {
  return reference
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "");
}

function digitsOf(text: string): string {
  return text.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}
