import { assert } from "../../kernel/assert.ts";

const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const digitOf = new Map(Array.from(alphabet, (letter, digit) => [letter, digit]));

/** Base58 without a checksum, as Solana writes addresses, hashes and signatures. Several times as fast as big integers. */
export function toBase58(bytes: Uint8Array): string {
  const digits = convert(bytes, { from: 256, to: 58 });
  return digits.map((digit) => alphabet[digit]).join("");
}

/** For text that is known to be base58. */
export function fromBase58(text: string): Uint8Array {
  const digits = Array.from(text, (letter) => {
    const digit = digitOf.get(letter);
    assert(digit !== undefined, "base58 has no such letter");
    return digit;
  });
  return Uint8Array.from(convert(digits, { from: 58, to: 256 }));
}

/** Converts a number between bases, most significant digit first. Each leading zero stays a leading zero. */
function convert(
  digits: ArrayLike<number>,
  { from, to }: { readonly from: number; readonly to: number },
): readonly number[] {
  let zeros = 0;
  while (zeros < digits.length && digits[zeros] === 0) zeros += 1;
  const converted: number[] = [];
  for (let place = zeros; place < digits.length; place += 1) {
    let carry = digits[place] ?? 0;
    for (let at = 0; at < converted.length; at += 1) {
      carry += (converted[at] ?? 0) * from;
      converted[at] = carry % to;
      carry = Math.trunc(carry / to);
    }
    while (carry > 0) {
      converted.push(carry % to);
      carry = Math.trunc(carry / to);
    }
  }
  for (let zero = 0; zero < zeros; zero += 1) converted.push(0);
  return converted.reverse();
}
