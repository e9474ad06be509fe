import { type AuditDeps, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { type AccountId, tenantOf } from "../kernel/id.ts";
import { type FieldError, orThrow, type Refusal, refuse } from "../kernel/refusal.ts";
import type { ManagingAccount } from "./account.ts";
import { readPlainText } from "./profile/plain-text.ts";
import { isValidationIssue } from "./profile/validation-issue.ts";
import { insertAccount } from "./store.ts";

export interface NewManagingAccount {
  readonly name: string;
  readonly businessName?: string;
  readonly selfAttested: boolean;
  readonly cause: Cause;
}

const maxNameLength = 255;

/** Creates a customer of the platform itself. The operator has verified the business beforehand, so it is complete. */
export async function createManagingAccount(
  deps: AuditDeps,
  tx: Transaction,
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
  await insertAccount(tx, account);
  const { tenantId, selfAttested } = account;
  await auditChange(deps, tx, {
    cause: request.cause,
    action: "account.create",
    of: { tenantId, network: undefined, id, accountId: id },
    after: {
      kind: account.kind,
      name,
      business_name: businessName ?? null,
      self_attested: selfAttested,
      status: account.status,
    },
  });
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
  if (name === "" || name.length > maxNameLength || !name.isWellFormed() || /\p{Cc}/u.test(name)) {
    return [{ pointer, detail: `must be 1 to ${maxNameLength} characters without control characters` }];
  }
  const read = readPlainText(name, maxNameLength);
  return isValidationIssue(read) ? [{ pointer, detail: read.detail }] : [];
}
