import type { Session } from "../db/database.ts";
import { type AccountId, type NewId, tenantOf } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { type FieldError, orThrow, type Refusal, refuse } from "../kernel/refusal.ts";
import type { ManagingAccount } from "./account.ts";
import { insertAccount } from "./store.ts";

export interface NewManagingAccount {
  readonly name: string;
  readonly businessName?: string;
  readonly selfAttested: boolean;
}

interface Deps {
  readonly newId: NewId;
  readonly clock: Clock;
}

const maxNameLength = 255;

/** A customer of the platform itself. The operator creates it, having verified the business, so it is complete. */
export async function createManagingAccount(
  deps: Deps,
  session: Session,
  request: NewManagingAccount,
): Promise<ManagingAccount> {
  const { name, businessName } = orThrow(readNames(request));
  const id: AccountId = deps.newId<"account">();
  const now = deps.clock.now();
  const account: ManagingAccount = {
    kind: "managing",
    id,
    tenantId: tenantOf(id),
    name,
    businessName,
    selfAttested: request.selfAttested,
    status: "complete",
    createdAt: now,
    updatedAt: now,
  };
  await insertAccount(session, account);
  return account;
}

function readNames(
  request: NewManagingAccount,
): { readonly name: string; readonly businessName: string | undefined } | Refusal {
  const name = request.name.trim();
  const businessName = request.businessName?.trim();
  const errors = [nameError("/name", name), nameError("/business_name", businessName)].flat();
  const [first] = errors;
  if (first === undefined) return { name, businessName };
  return refuse("validation_failed", `${first.pointer} ${first.detail}`, { errors });
}

function nameError(pointer: string, name: string | undefined): readonly FieldError[] {
  if (name === undefined) return [];
  if (name !== "" && name.length <= maxNameLength && name.isWellFormed() && !/\p{Cc}/u.test(name)) return [];
  return [{ pointer, detail: `must be 1 to ${maxNameLength} characters, none of them a control character` }];
}
