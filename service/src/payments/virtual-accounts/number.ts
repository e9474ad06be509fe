import { assert } from "../../kernel/assert.ts";

const serialDigits = 9;
// As Nacha takes it, and so every rail.
const maxDigits = 17;

/** The bank's prefix, our own count, and a check digit, so that a slip of the finger is nobody's number. */
export function numberOf(prefix: string, serial: bigint): string {
  const counted = serial.toString().padStart(serialDigits, "0");
  assert(
    /^\d+$/.test(prefix) && counted.length === serialDigits,
    "a virtual account number is made of digits",
  );
  const body = prefix + counted;
  assert(body.length < maxDigits, `a virtual account number has at most ${maxDigits} digits`);
  return body + checkDigit(body);
}

/** ISO/IEC 7812-1 (Luhn): finds any one wrong digit, and almost any two that changed places. */
function checkDigit(body: string): string {
  const sum = body
    .split("")
    .toReversed()
    .reduce((total, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 0 ? 2 : 1);
      return total + (weighed > 9 ? weighed - 9 : weighed);
    }, 0);
  return String((10 - (sum % 10)) % 10);
}
