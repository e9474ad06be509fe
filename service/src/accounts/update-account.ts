import { type AuditedFields, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { maskedName } from "../kernel/mask.ts";
import { orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import type { Account, ManagedAccount } from "./account.ts";
import type { AccountChange } from "./account-request.ts";
import { type LinkDocumentsDeps, linkDocuments } from "./documents/link-documents.ts";
import { documentsUnsupported } from "./documents-unsupported.ts";
import { readPlainText } from "./profile/plain-text.ts";
import { loadProfile } from "./profile/sealed-profile.ts";
import { createReading } from "./profile/validation-issue.ts";
import { lockAccount, updateName } from "./store.ts";
import type { AdvanceDeps } from "./verification/advance.ts";
import { noteLinkedDocuments } from "./verification/note-linked-documents.ts";
import { noteRenamed } from "./verification/note-renamed.ts";
import { personLabelsOf } from "./verification/subjects.ts";
import { requireVisibleAccount } from "./visible-account.ts";

export type UpdateAccountDeps = LinkDocumentsDeps & AdvanceDeps & { readonly keyRing: KeyRing };

export interface UpdateAccount {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly change: AccountChange;
}

/** Renames an account, possibly the application's own, links staged documents to one under review, or both. */
export async function updateAccount(
  deps: UpdateAccountDeps,
  tx: Transaction,
  { principal, cause, accountId, change }: UpdateAccount,
): Promise<Account> {
  const { tenantId, id } = await requireVisibleAccount(tx, principal, accountId);
  const name = readName(change);
  const before = await lockAccount(tx, { tenantId, accountId: id });
  assert(before !== undefined, "accounts are never deleted");
  if (change.doc_submission_ids !== undefined) {
    const account = requirePending(before);
    await linkToReview(deps, tx, { principal, cause, account, docSubmissionIds: change.doc_submission_ids });
  }
  if (name !== undefined) await noteNewName(deps, tx, { principal, before, name });
  const after = { ...before, name: name ?? before.name, updatedAt: deps.clock.now() };
  await updateName(tx, after);
  await auditChange(deps, tx, {
    cause,
    action: "account.update",
    of: { tenantId, network: principal.network, id, accountId: id },
    before: { name: auditedName(before) },
    after: auditedFields(after, change),
  });
  return after;
}

function readName({ name }: AccountChange): string | undefined {
  if (name === undefined) return undefined;
  const reading = createReading();
  const taken = reading.take("/name", readPlainText(name), "");
  return orThrow(reading.refusal() ?? taken);
}

/** A managing account is shared by both networks, so that testing on testnet must not change it. */
async function noteNewName(
  deps: UpdateAccountDeps,
  tx: Transaction,
  renaming: { readonly principal: Principal; readonly before: Account; readonly name: string },
): Promise<void> {
  const { principal, before, name } = renaming;
  if (before.kind === "managed") {
    if (name !== before.name) await noteRenamed(deps, tx, before);
  } else if (principal.network === "testnet") {
    const detail = "cannot be changed on testnet: your own account is shared with mainnet; rename it there";
    const errors = [{ pointer: "/name", detail }];
    throw new RefusalError(refuse("unprocessable", `/name ${detail}`, { errors }));
  }
}

function requirePending(account: Account): ManagedAccount {
  const unsupported = documentsUnsupported(account);
  if (unsupported !== undefined) throw new RefusalError(unsupported);
  if (account.kind === "managed" && account.status === "pending") return account;
  const detail = `documents can be linked only while the account is pending; it is ${account.status}`;
  throw new RefusalError(refuse("conflict", detail));
}

async function linkToReview(
  deps: UpdateAccountDeps,
  tx: Transaction,
  link: {
    readonly principal: Principal;
    readonly cause: Cause;
    readonly account: ManagedAccount;
    readonly docSubmissionIds: readonly string[];
  },
): Promise<void> {
  const { principal, cause, account, docSubmissionIds } = link;
  const profile = await loadProfile(deps, tx, { tenantId: account.tenantId, accountId: account.id });
  const linkedDocuments = await linkDocuments(deps, tx, {
    principal,
    cause,
    accountId: account.id,
    personLabels: personLabelsOf(profile),
    docSubmissionIds,
    pointer: "/doc_submission_ids",
  });
  await noteLinkedDocuments(deps, tx, { account, cause, linkedDocuments });
}

function auditedFields(account: Account, { doc_submission_ids: ids = [] }: AccountChange): AuditedFields {
  return { name: auditedName(account), status: account.status, linked_documents: ids.length };
}

/** A managed business may be a sole proprietor, who trades under their own name. */
function auditedName({ kind, name }: Account): string {
  return kind === "managed" ? maskedName(name) : name;
}
