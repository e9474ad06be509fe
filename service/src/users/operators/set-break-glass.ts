import { originOf, recordAccessChange } from "../../access/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { endBreakGlass, insertUser, selectCredentials, startBreakGlass } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";

/**
 * A local admin for the day on which the identity provider is down. The user is created without a password: a reset link
 * sets it.
 */
export async function createBreakGlass(
  deps: UsersDeps,
  tx: Transaction,
  { email, name, cause }: { readonly email: string; readonly name: string; readonly cause: Cause },
): Promise<UserId> {
  const now = deps.clock.now();
  const found = await selectCredentials(tx, email);
  const id = found?.user.id ?? deps.newId<"user">();
  if (found === undefined) {
    await insertUser(tx, { id, email, name, operatorRole: "admin", isBreakGlass: true, createdAt: now });
  } else {
    const { source, disabledAt } = found.user;
    if (source !== "local" || disabledAt !== undefined) {
      const detail = "this user is disabled or belongs to the directory; use another email address";
      throw new RefusalError(refuse("conflict", detail));
    }
    await startBreakGlass(tx, { id, updatedAt: now });
  }
  recordAccessChange(deps, tx, id, { kind: "role", origin: originOf(cause) });
  const after = { is_break_glass: true, operator_role: "admin" };
  await recordChange(deps, tx, { cause, action: "user.set_break_glass", id, after });
  return id;
}

/** The user stays a local admin, and no longer signs in while local sign-in is off. */
export async function removeBreakGlass(
  deps: UsersDeps,
  tx: Transaction,
  { email, cause }: { readonly email: string; readonly cause: Cause },
): Promise<void> {
  const found = await selectCredentials(tx, email);
  if (found?.user.isBreakGlass !== true) {
    throw new RefusalError(refuse("not_found", "there is no break-glass account with this email address"));
  }
  const { id } = found.user;
  await endBreakGlass(tx, { id, updatedAt: deps.clock.now() });
  const after = { is_break_glass: false };
  await recordChange(deps, tx, { cause, action: "user.set_break_glass", id, after });
}
