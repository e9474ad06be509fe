import { findAccount, readPlainText } from "../../accounts/index.ts";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import { orThrow, type Refusal } from "../../kernel/refusal.ts";
import type { BankDetails } from "../bank/bank-details.ts";
import { refuseAt } from "../read-transfer-types.ts";
import type { OpenedSession, PickedSession } from "./link-session.ts";
import { digestToken, newPublicToken, tokenLifetimeMs } from "./link-token.ts";
import { sealPicked } from "./picked-account.ts";
import { openPrefill } from "./prefill.ts";
import type { Institution, PageProvider } from "./provider.ts";
import { savePicked } from "./store.ts";

export interface PickAccountDeps extends AuditDeps {
  readonly keyRing: KeyRing;
}

export interface PickAccount {
  /** Locked. */
  readonly session: OpenedSession;
  readonly page: PageProvider;
  readonly cause: Cause;
  readonly choice: PickedChoice;
}

/** Defaults are chosen by the sandbox. */
export interface PickedChoice {
  readonly institution?: string | undefined;
  readonly accountType?: BankDetails["accountType"] | undefined;
  readonly owner?: string | undefined;
}

export interface PublicToken {
  readonly publicToken: string;
  readonly expiresAt: Instant;
}

/**
 * An owner has picked a bank account: the link token is used up, and a public token identifies the account from now on.
 */
export async function pickAccount(
  deps: PickAccountDeps,
  tx: Transaction,
  { session, page, cause, choice }: PickAccount,
): Promise<PublicToken> {
  const institution = orThrow(readInstitution(page, choice.institution));
  const { accountType = "checking" } = choice;
  const isRenewal = session.renewsAddressId !== undefined;
  const { legal_name: legalName } = openPrefill(deps.keyRing, session.sealed, session);
  const owner = orThrow(readOwner(choice.owner ?? legalName ?? (await ownerOf(tx, session))));
  const account = page.openAccount({ institution, accountType, owner });
  const publicToken = newPublicToken();
  const picked: PickedSession = {
    ...session,
    state: "picked",
    publicDigest: digestToken(publicToken),
    publicExpiresAt: addMs(deps.clock.now(), tokenLifetimeMs),
    sealed: isRenewal ? undefined : sealPicked(deps.keyRing, account, session),
  };
  await savePicked(tx, picked);
  const after = isRenewal ? {} : { institution: institution.id, account_type: accountType };
  await auditChange(deps, tx, {
    cause,
    action: "bank_link.pick",
    type: "bank_link_session",
    of: picked,
    after,
  });
  return { publicToken, expiresAt: picked.publicExpiresAt };
}

function readInstitution(page: PageProvider, id: string | undefined): Institution | Refusal {
  const [first] = page.institutions;
  assert(first !== undefined, "a page has at least one bank");
  if (id === undefined) return first;
  const known = page.institutions.find((institution) => institution.id === id);
  return known ?? refuseAt("unprocessable", "/institution", "must be one of the banks on the page");
}

function readOwner(text: string): string | Refusal {
  const owner = readPlainText(text);
  return typeof owner === "string" ? owner : refuseAt("unprocessable", "/owner", owner.detail);
}

/** By default, the business links its own account. */
async function ownerOf(tx: Transaction, { tenantId, accountId }: OpenedSession): Promise<string> {
  const account = await findAccount(tx, { tenantId, accountId });
  assert(account !== undefined, "accounts are never deleted");
  return account.businessName ?? account.name;
}
