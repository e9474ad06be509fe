import type { Transaction } from "../../db/database.ts";
import { lockName } from "../../db/lock-name.ts";
import type { Principal } from "../../http/principal.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type AddBankAddressDeps, insertBankAddress } from "../add-bank-address.ts";
import type { BankAddress } from "../address.ts";
import { auditAddress } from "../address-audit.ts";
import { numberIndexOf } from "../bank/bank-details.ts";
import { readLinkedRail } from "../bank/credit-rail.ts";
import { type ReadBankAccount, readBankAccount } from "../bank/read-bank-account.ts";
import { selectDetailsByNumber } from "../bank/store.ts";
import type { BankVariant } from "../external-variant.ts";
import { readTransferTypes } from "../read-transfer-types.ts";
import { requireCompleteAccount } from "../requested-address.ts";
import { type AccountScope, updateAddress } from "../store.ts";
import { awaitDeposits } from "./bank-link.ts";
import { lockBank } from "./lock-bank.ts";
import { digestAmounts, maxTries } from "./micro-deposits.ts";
import type { BankLinkProviders, DepositProvider } from "./provider.ts";
import { countMicroDeposits, saveBankLink } from "./store.ts";

export interface BeginMicroDepositsDeps extends AddBankAddressDeps {
  readonly bankLinks: BankLinkProviders;
}

export interface BeginMicroDeposits {
  readonly principal: Principal;
  readonly cause: Cause;
  readonly accountId: string;
  readonly request: Omit<BankVariant, "variant" | "bank_address" | "beneficiary_address">;
}

const dayMs = 24 * 60 * 60_000;

/** Adds the account, which can be paid immediately. It can be debited once its owner has confirmed the two amounts. */
export async function beginMicroDeposits(
  deps: BeginMicroDepositsDeps,
  tx: Transaction,
  { principal, cause, accountId, request }: BeginMicroDeposits,
): Promise<BankAddress> {
  const place = { network: principal.network, pointer: "/transfer_types" };
  const transferTypes = orThrow(readTransferTypes(request.transfer_types, place));
  const scope = await requireCompleteAccount(tx, principal, accountId);
  const provider = requireDeposits(deps, scope);
  const account = orThrow(readBankAccount(request, { transferTypes, readRail: readLinkedRail }));
  const now = deps.clock.now();
  await requireCapacity(tx, provider, { scope, now });
  const address = await addOrAwait(deps, tx, { scope, cause, account, now });
  const amountsCents = provider.drawAmounts();
  const addressId = address.id;
  await saveBankLink(tx, {
    ...scope,
    addressId,
    provider: provider.name,
    customerWebhookUrl: undefined,
    amountsDigest: digestAmounts(deps.bankIndexKey, { ...scope, addressId }, amountsCents),
    triesLeft: maxTries,
    begunAt: now,
    updatedAt: now,
  });
  await provider.send(tx, { address, amountsCents });
  return address;
}

function requireDeposits({ bankLinks }: BeginMicroDepositsDeps, { network }: AccountScope): DepositProvider {
  const { deposits } = bankLinks[network];
  if (deposits !== undefined) return deposits;
  throw new RefusalError(refuse("unprocessable", `micro deposits are not available on ${network}`));
}

async function requireCapacity(
  tx: Transaction,
  { maxPerDay, maxPerTenant }: DepositProvider,
  { scope, now }: { readonly scope: AccountScope; readonly now: Instant },
): Promise<void> {
  await lockName(tx, `addresses/micro-deposits/${scope.tenantId}/${scope.network}`);
  const begun = await countMicroDeposits(tx, scope, instantFromMs(Math.max(0, now - dayMs)));
  orThrow(
    refuseBeyond(begun.byAccount, maxPerDay, "") ??
      refuseBeyond(begun.byTenant, maxPerTenant, " of all accounts"),
  );
}

function refuseBeyond(begun: number, limit: number, whose: string): Refusal | undefined {
  if (begun < limit) return undefined;
  const reached = `the limit of micro deposits to ${limit} bank accounts${whose} in 24 hours is reached`;
  return refuse("unprocessable", `${reached}; try again later`);
}

interface Beginning {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly account: ReadBankAccount;
  readonly now: Instant;
}

async function addOrAwait(
  deps: BeginMicroDepositsDeps,
  tx: Transaction,
  { scope, cause, account, now }: Beginning,
): Promise<BankAddress> {
  const numberIndex = numberIndexOf(deps.bankIndexKey, scope, account.details);
  const found = await selectDetailsByNumber(tx, { ...scope, numberIndex });
  if (found === undefined) {
    return insertBankAddress(deps, tx, { ...account, scope, cause, verification: "pending" });
  }
  const before = await lockBank(tx, { ...scope, ...found });
  const after = orThrow(awaitDeposits(before, { rails: account.transferTypes, now }));
  await updateAddress(tx, after);
  await auditAddress(deps, tx, { cause, action: "address.update", before, after });
  return after;
}
