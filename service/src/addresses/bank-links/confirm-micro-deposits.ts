import type { AuditDeps } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { parseAmount, usd } from "../../kernel/money.ts";
import { isRefusal, orThrow, type Refusal, refuse } from "../../kernel/refusal.ts";
import type { Address } from "../address.ts";
import { auditAddress } from "../address-audit.ts";
import { confirmDetails } from "../bank/store.ts";
import { refuseAt } from "../read-transfer-types.ts";
import { type RequestedAddress, requireAddress } from "../requested-address.ts";
import { lockAddress, updateAddress } from "../store.ts";
import type { BankLink, DepositLink } from "./bank-link.ts";
import { type Decision, digestAmounts, evaluateAmounts } from "./micro-deposits.ts";
import type { MicroDepositAmounts } from "./provider.ts";
import { saveBankLink, selectBankLink } from "./store.ts";

export interface ConfirmMicroDepositsDeps extends AuditDeps {
  readonly bankIndexKey: Buffer;
}

export interface ConfirmMicroDeposits extends RequestedAddress {
  readonly cause: Cause;
  readonly amounts: readonly string[];
}

/** Wrong amounts are not a refusal: the used try must be committed. */
export async function confirmMicroDeposits(
  deps: ConfirmMicroDepositsDeps,
  tx: Transaction,
  { cause, amounts, ...requested }: ConfirmMicroDeposits,
): Promise<Decision> {
  const reported = orThrow(readAmounts(amounts));
  const { tenantId, network, id: addressId } = await requireAddress(tx, requested);
  const key = { tenantId, network, addressId };
  const before = await lockAddress(tx, key);
  const { address, link } = orThrow(requireWaiting(before, await selectBankLink(tx, key)));
  const decision = evaluateAmounts(link, digestAmounts(deps.bankIndexKey, key, reported));
  const { verification, triesLeft } = decision;
  const now = deps.clock.now();
  const isVerified = verification === "verified";
  const debitBlockCode = isVerified ? undefined : address.debitBlockCode;
  const after = { ...address, verification, debitBlockCode, updatedAt: now };
  await updateAddress(tx, after);
  // The owner has authorized debits again.
  if (isVerified && address.debitBlockCode !== undefined) await confirmDetails(tx, { tenantId, addressId });
  await saveBankLink(tx, { ...link, triesLeft, updatedAt: now });
  await auditAddress(deps, tx, { cause, action: "address.update", before: address, after });
  return decision;
}

const dollarCents = 100n;

function readAmounts(amounts: readonly string[]): MicroDepositAmounts | Refusal {
  const [first, second] = amounts.map((text, index) => readCents(text, `/amounts/${index}`));
  if (first === undefined || second === undefined || amounts.length > 2) {
    return refuseAt("validation_failed", "/amounts", "must contain two amounts");
  }
  if (isRefusal(first)) return first;
  return isRefusal(second) ? second : [first, second];
}

/** Impossible amounts are refused without using up a try. */
function readCents(text: string, pointer: string): bigint | Refusal {
  const money = parseAmount(text, usd, pointer);
  if (isRefusal(money)) return money;
  return money.units < dollarCents
    ? money.units
    : refuseAt("unprocessable", pointer, "must be less than one dollar");
}

interface Waiting {
  readonly address: Extract<Address, { medium: "bank" }>;
  readonly link: DepositLink;
}

function requireWaiting(address: Address | undefined, link: BankLink | undefined): Waiting | Refusal {
  if (address?.medium !== "bank" || link?.provider !== "micro_deposits") {
    return refuse("conflict", "no micro deposits were sent to this address");
  }
  if (address.verification === "pending") return { address, link };
  const how = address.verification === "verified" ? "is already verified" : "has failed verification";
  return refuse("conflict", `there is nothing to confirm: this bank account ${how}`);
}
