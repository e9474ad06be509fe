import { assert } from "../../kernel/assert.ts";

const serialDigits = 9;
// The limit of Nacha, which fits every rail.
const maxDigits = 17;

/** The bank's prefix, our serial number, and a check digit, so that a typo never hits another account. */
export function numberOf(prefix: string, serial: bigint): string {
  const counted = serial.toString().padStart(serialDigits, "0");
  assert(
    /^\d+$/.test(prefix) && counted.length === serialDigits,
    "a virtual account number must consist of digits",
  );
  const body = prefix + counted;
  assert(body.length < maxDigits, `a virtual account number must have at most ${maxDigits} digits`);
  return body + checkDigit(body);
}

/** ISO/IEC 7812-1 (Luhn): detects any wrong digit, and almost any swap of two digits. */
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
