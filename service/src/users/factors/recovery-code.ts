import { createHash, randomBytes } from "node:crypto";
import type { UserId } from "../../kernel/id.ts";

const recoveryCodeCount = 10;

/** 32 characters, five bits each, without those that are easily confused on paper. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const groups = 4;
const groupLength = 4;
const codeShape = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`);

/** Codes of 80 random bits, formatted for copying by hand. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: recoveryCodeCount }, newRecoveryCode);
}

function newRecoveryCode(): string {
  const letters = [...randomBytes(groups * groupLength)].map(
    (byte) => alphabet[byte % alphabet.length] ?? "",
  );
  const text = letters.join("");
  return Array.from({ length: groups }, (_, at) => text.slice(at * groupLength, (at + 1) * groupLength)).join(
    "-",
  );
}

/** Stored digest of a code. A fast hash is safe for 80 random bits; the user id makes equal codes differ. */
export function digestRecoveryCode(userId: UserId, code: string): Buffer | undefined {
  const bare = code.toLowerCase().replaceAll(/[\s-]/g, "");
  if (!codeShape.test(bare)) return undefined;
  return createHash("sha256").update(`recovery code of ${userId}: ${bare}`).digest();
}
