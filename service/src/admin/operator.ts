import { userInfo } from "node:os";
import type { Cause } from "../kernel/cause.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

const maxNameLength = 100;

/** The operator's name: the given one, otherwise the OS user. */
export function operatorCause(givenName: string | undefined): Cause {
  const name = (givenName ?? systemUserName()).trim();
  if (name === "" || name.length > maxNameLength || !name.isWellFormed() || /\p{Cc}/u.test(name)) {
    const detail = `must be 1 to ${maxNameLength} characters without control characters`;
    const errors = [{ pointer: "/operator", detail }];
    throw new RefusalError(refuse("validation_failed", `the operator's name ${detail}`, { errors }));
  }
  return { actor: { type: "operator", name }, requestId: undefined };
}

/** A container may run under a user id without a user entry. */
function systemUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
