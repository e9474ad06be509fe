import { type AuditedFields, auditChange } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { maskedLastFour, maskedName } from "../kernel/mask.ts";
import { isRefusal, orThrow, type Refusal, refuse } from "../kernel/refusal.ts";
import type { Account, ManagedAccount } from "./account.ts";
import type { NewAccount } from "./account-request.ts";
import { type LinkDocumentsDeps, linkDocuments } from "./documents/link-documents.ts";
import { documentsUnsupportedAtCreation } from "./documents-unsupported.ts";
import { einAlreadyUsed, findImplausible } from "./profile/plausibility.ts";
import { ownersPointer, type ReadAccount, readNewAccount } from "./profile/read-profile.ts";
import { einIndexOf, sealProfile } from "./profile/sealed-profile.ts";
import { insertProfile, isEinIndexUsed, lockEinIndex } from "./profile/store.ts";
import type { Profile, ReviewFlag } from "./profile.ts";
import { insertAccount, selectAccount } from "./store.ts";
import { type BeginVerificationDeps, beginVerification } from "./verification/begin-verification.ts";
import { personLabelsOf } from "./verification/subjects.ts";

export type CreateManagedAccountDeps = LinkDocumentsDeps &
  BeginVerificationDeps & {
    readonly keyRing: KeyRing;
    /** Key of the blind index that finds equal EINs. */
    readonly einIndexKey: Buffer;
  };

export interface CreateManagedAccount {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly request: NewAccount;
}

/** Creates a business under review, managed by the application's account, in the application's network. */
export async function createManagedAccount(
  deps: CreateManagedAccountDeps,
  tx: Transaction,
  { principal, cause, request }: CreateManagedAccount,
): Promise<ManagedAccount> {
  const manager = await selectAccount(tx, principal);
  assert(manager !== undefined, "an application belongs to an existing account");
  const { account, profile } = orThrow(planAccount(deps, principal, manager, request));
  await insertAccount(tx, account);
  const flags = await saveProfile(deps, tx, account, { profile, owners: ownersPointer(request) });
  await auditChange(deps, tx, {
    cause,
    action: "account.create",
    of: { ...account, accountId: account.id },
    after: auditedFields(account, profile, flags),
  });
  const { doc_submission_ids: docSubmissionIds = [] } = request;
  const pointer = "/doc_submission_ids";
  const linkedDocuments =
    docSubmissionIds.length === 0
      ? []
      : await linkDocuments(deps, tx, {
          principal,
          cause,
          accountId: account.id,
          personLabels: personLabelsOf(profile),
          docSubmissionIds,
          pointer,
        });
  await beginVerification(deps, tx, { account, cause, linkedDocuments });
  return account;
}

function planAccount(
  { clock, newId }: Pick<CreateManagedAccountDeps, "clock" | "newId">,
  { network, tenantId }: Principal,
  manager: Account,
  request: NewAccount,
): { readonly account: ManagedAccount; readonly profile: Profile } | Refusal {
  if (manager.kind !== "managing") {
    return refuse("not_a_managing_account", "a managed account cannot create accounts");
  }
  if (request.doc_submission_ids !== undefined) {
    const unsupported = documentsUnsupportedAtCreation({ network, selfAttested: manager.selfAttested });
    if (unsupported !== undefined) return unsupported;
  }
  const now = clock.now();
  const read = readNewAccount(request, now);
  if (isRefusal(read)) return read;
  const account: ManagedAccount = {
    kind: "managed",
    id: newId<"account">(),
    tenantId,
    managingAccountId: manager.id,
    network,
    name: read.name,
    businessName: read.profile.business.name,
    selfAttested: manager.selfAttested,
    status: "pending",
    createdAt: now,
    updatedAt: now,
  };
  return { account, profile: read.profile };
}

/** Returns the flags for the review. */
async function saveProfile(
  { keyRing, einIndexKey }: CreateManagedAccountDeps,
  tx: Transaction,
  { tenantId, id: accountId, network, createdAt }: ManagedAccount,
  { profile, owners }: Pick<ReadAccount, "profile"> & { readonly owners: string },
): Promise<readonly ReviewFlag[]> {
  const einIndex = einIndexOf(einIndexKey, { tenantId, network, ein: profile.business.ein });
  await lockEinIndex(tx, einIndex);
  const isEinUsed = await isEinIndexUsed(tx, { tenantId, network, einIndex });
  const flags = [...(isEinUsed ? [einAlreadyUsed] : []), ...findImplausible(profile, { owners }, createdAt)];
  const sealed = sealProfile(keyRing, profile, { tenantId, accountId });
  await insertProfile(tx, { tenantId, network, accountId, sealed, einIndex, flags, createdAt });
  return flags;
}

function auditedFields(
  account: ManagedAccount,
  profile: Profile,
  flags: readonly ReviewFlag[],
): AuditedFields {
  return {
    kind: account.kind,
    // The business may be a sole proprietor, who trades under their own name.
    name: maskedName(account.name),
    business_name: maskedName(profile.business.name),
    self_attested: account.selfAttested,
    status: account.status,
    ein: maskedLastFour(profile.business.ein),
    owners: profile.owners.length,
    flags: [...new Set(flags.map(({ code }) => code))].join(" "),
  };
}
