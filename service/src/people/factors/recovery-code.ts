import { createHash, randomBytes } from "node:crypto";
import type { PersonId } from "../../kernel/id.ts";

const recoveryCodeCount = 10;

/** 32 of them, five bits each: without those that are taken for one another when they are read from paper. */
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789";
const groups = 4;
const groupLength = 4;
const codeShape = new RegExp(`^[${alphabet}]{${groups * groupLength}}$`);

/** Codes of 80 random bits, written so that people can copy them by hand. */
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

/** What is kept of a code. Nobody can guess it from a fast digest, and the same code of another person is another one. */
export function digestRecoveryCode(personId: PersonId, code: string): Buffer | undefined {
  const bare = code.toLowerCase().replaceAll(/[\s-]/g, "");
  if (!codeShape.test(bare)) return undefined;
  return createHash("sha256").update(`recovery code of ${personId}: ${bare}`).digest();
}
