import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { commonPasswords } from "./common-passwords.ts";
import { normalised } from "./password-hasher.ts";

export const minPasswordLength = 12;
export const maxPasswordLength = 200;

/** A short sequence repeated. */
const repetition = /^(.{1,4})\1+.?$/u;

/**
 * Length makes a password strong (NIST SP 800-63B §3.1.1.2), so there are no character class rules; only common
 * passwords are rejected.
 */
export function checkPassword(
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
): Refusal | undefined {
  const text = normalised(password);
  const { length } = Array.from(text);
  if (length < minPasswordLength) return weak(`must have at least ${minPasswordLength} characters`);
  if (length > maxPasswordLength) return weak(`must have at most ${maxPasswordLength} characters`);
  const folded = fold(text);
  const personal = [email, email.split("@")[0] ?? "", name].map(fold);
  if (personal.includes(folded)) return weak("must not be your email or name");
  if (commonPasswords.has(folded)) return weak("is too common");
  if (repetition.test(folded)) return weak("must not repeat a short sequence");
  return undefined;
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/\s/gu, "");
}

function weak(detail: string): Refusal {
  return refuse("validation_failed", `the password ${detail}`, {
    errors: [{ pointer: "/password", detail }],
  });
}
