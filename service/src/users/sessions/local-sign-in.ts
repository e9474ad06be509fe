import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { recordChange } from "../record-change.ts";
import type { User } from "../user.ts";
import type { UsersDeps } from "../users-deps.ts";

/** Signing in with a password or a passkey, past the identity provider. */
export interface LocalSignIn {
  /** False if only break-glass accounts may. */
  readonly allowsLocalSignIn: boolean;
  /** A break-glass account signed in: the operators must hear of it. */
  readonly onBreakGlass: (userId: UserId) => void;
}

/** A user of the directory signs in there: who leaves the company could keep a password or a passkey. */
export function maySignInLocally({ allowsLocalSignIn }: LocalSignIn, user: User): boolean {
  if (user.disabledAt !== undefined || user.source !== "local") return false;
  return allowsLocalSignIn || user.isBreakGlass;
}

/** Call it in the transaction of the sign-in. All admins get a notice. */
export async function reportBreakGlass(
  deps: UsersDeps & LocalSignIn,
  tx: Transaction,
  { user, cause }: { readonly user: User; readonly cause: Cause },
): Promise<void> {
  if (!user.isBreakGlass) return;
  await recordChange(deps, tx, { cause, action: "user.break_glass_sign_in", id: user.id });
  deps.onBreakGlass(user.id);
}
