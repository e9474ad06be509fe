import { typoVariants } from "./typo-variants.ts";

const mark = "FLR";
const digits = 10;

/** The memo for the sender: the serial number and check digit of the account number. */
export function memoOf(accountNumber: string): string {
  return `${mark}-${accountNumber.slice(-digits)}`;
}

const shape = new RegExp(`${mark}([0-9OIL]{${digits}})`, "g");

/**
 * The memos in the sender's text, in any case and spacing. Letters that look like digits are read as digits.
 */
export function memosIn(reference: string | undefined): readonly string[] {
  const found = [...squeeze(reference).matchAll(shape)].map(
    ([, number = ""]) => `${mark}-${digitsOf(number)}`,
  );
  return [...new Set(found)];
}

const almost = new RegExp(`${mark}([0-9OIL]{${digits - 1},${digits + 1}})`, "g");
const maxAlmost = 5;

/** Memos that differ from the sender's text by one typo. */
export function nearMemosIn(reference: string | undefined): readonly string[] {
  const written = [...squeeze(reference).matchAll(almost)].slice(0, maxAlmost);
  return written.flatMap(([, number = ""]) =>
    [...typoVariants(digitsOf(number))]
      .filter((typo) => typo.length === digits)
      .map((typo) => `${mark}-${typo}`),
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
