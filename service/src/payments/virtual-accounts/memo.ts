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
  const letters = (reference ?? "")
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "");
  const found = [...letters.matchAll(shape)].map(([, number = ""]) => `${mark}-${digitsOf(number)}`);
  return [...new Set(found)];
}

function digitsOf(text: string): string {
  return text.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}
