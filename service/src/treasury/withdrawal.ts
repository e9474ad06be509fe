import type { AddressId } from "../addresses/index.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { WorkOutcome } from "../chains/engine/chain-work.ts";
import type { RowOf } from "../db/table.ts";
import { assert } from "../kernel/assert.ts";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { LedgerAccount, Operation } from "../ledger/index.ts";
import { outsideDollars, type PaymentId, type PaymentUpdate } from "../payments/index.ts";
import type { CreditRail } from "../rails/rail.ts";
import { assetOf, tokenScale } from "../tokens/index.ts";
import type { treasuryWithdrawals } from "./tables.ts";
import { earnedFees, treasuryDollars, treasuryTokens } from "./treasury.ts";

export type WithdrawalId = Id<"treasury-withdrawal">;
export type WithdrawalStatus = "pending" | "complete" | "failed" | "returned";

/** The money that is withdrawn: of the treasury, or fees that were earned. */
export const withdrawalSources = ["treasury", "fees"] as const;
export type WithdrawalSource = (typeof withdrawalSources)[number];

export type WithdrawalRow = RowOf<typeof treasuryWithdrawals>;
type TokenFields = "valueType" | "units" | "placeId" | "destination" | "transactionId";
type WithdrawalFields = Omit<WithdrawalRow, "source" | "rail" | "paymentId" | TokenFields>;

/** Dollars to a bank account. */
export interface DollarWithdrawal extends WithdrawalFields {
  readonly medium: "bank";
  readonly source: WithdrawalSource;
  readonly rail: CreditRail;
  readonly paymentId: PaymentId;
}

/** Third-party tokens to an address outside. */
export interface TokenWithdrawal extends WithdrawalFields {
  readonly medium: "chain";
  readonly chain: ChainName;
  readonly valueType: string;
  readonly units: bigint;
  readonly placeId: AddressId;
  readonly destination: string;
  readonly transactionId: string | undefined;
}

/** Money withdrawn to the managing account. */
export type Withdrawal = DollarWithdrawal | TokenWithdrawal;

/** The account that pays, the one outside, and the amount in the units of their asset. */
function moveOf(withdrawal: Withdrawal): {
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly units: bigint;
} {
  if (withdrawal.medium === "bank") {
    const from = withdrawal.source === "fees" ? earnedFees : treasuryDollars;
    return { from, to: outsideDollars, units: withdrawal.amountCents };
  }
  const { placeId: addressId, chain, valueType, units } = withdrawal;
  const asset = assetOf({ valueType, scale: tokenScale });
  return {
    from: treasuryTokens({ addressId, chain, asset }),
    to: { kind: "external", chain, asset },
    units,
  };
}

/** Hold placed before the bank order or the chain operation. */
export function holdFor(withdrawal: Withdrawal): Operation {
  const { from, units } = moveOf(withdrawal);
  return { type: "hold", key: holdKey(withdrawal), account: from, units };
}

/** Updates of an order: all except incoming payments. */
export type OrderUpdate = Exclude<PaymentUpdate, { readonly type: "received" }>;

/** New state of a withdrawal, and its ledger operation. */
export interface WithdrawalChange {
  readonly withdrawal: Withdrawal;
  readonly operation: Operation;
}

/** Undefined for an outdated outcome. */
export function changeOnChain(
  withdrawal: Withdrawal,
  outcome: WorkOutcome,
  now: Instant,
): WithdrawalChange | undefined {
  if (withdrawal.medium !== "chain" || withdrawal.status !== "pending") return undefined;
  const { transactionId } = outcome;
  if (!outcome.ok)
    return ended({ ...withdrawal, transactionId }, { status: "failed", reasonCode: outcome.reason, now });
  return {
    withdrawal: { ...withdrawal, transactionId, status: "complete", updatedAt: now },
    operation: paid(withdrawal),
  };
}

/** Undefined for outdated updates: a final status does not change, but a complete withdrawal may still be returned. */
export function changeBy(
  withdrawal: Withdrawal,
  update: OrderUpdate,
  now: Instant,
): WithdrawalChange | undefined {
  const { status, medium } = withdrawal;
  if (medium !== "bank") return undefined;
  if (status !== "pending" && !(status === "complete" && update.type === "returned")) return undefined;
  switch (update.type) {
    case "settled":
      return {
        withdrawal: { ...withdrawal, status: "complete", updatedAt: now },
        operation: paid(withdrawal),
      };
    case "rejected":
      return ended(withdrawal, { status: "failed", reasonCode: update.reason.code, now });
    case "returned":
      return ended(withdrawal, { status: "returned", reasonCode: update.reason.code, now });
  }
}

interface End {
  readonly status: "failed" | "returned";
  readonly reasonCode: string;
  readonly now: Instant;
}

/** The money goes back to where it came from: the hold is voided, or it is credited if it had been paid. */
function ended(withdrawal: Withdrawal, { status, reasonCode, now }: End): WithdrawalChange {
  assert(withdrawal.status !== "complete" || status === "returned", "a complete withdrawal cannot fail");
  const operation = withdrawal.status === "complete" ? cameBack(withdrawal) : released(withdrawal);
  return { withdrawal: { ...withdrawal, status, reasonCode, updatedAt: now }, operation };
}

function paid(withdrawal: Withdrawal): Operation {
  const { from, to, units } = moveOf(withdrawal);
  return {
    type: "post_hold",
    key: keyOf(withdrawal, "paid"),
    holdKey: holdKey(withdrawal),
    postings: [
      { account: from, units: -units },
      { account: to, units },
    ],
  };
}

function released(withdrawal: Withdrawal): Operation {
  return { type: "void_hold", key: keyOf(withdrawal, "released"), holdKey: holdKey(withdrawal) };
}

function cameBack(withdrawal: Withdrawal): Operation {
  const { from, to, units } = moveOf(withdrawal);
  return {
    type: "post",
    key: keyOf(withdrawal, "came-back"),
    postings: [
      { account: to, units: -units },
      { account: from, units },
    ],
  };
}

function holdKey(withdrawal: Withdrawal): string {
  return keyOf(withdrawal, "held");
}

function keyOf({ id }: Withdrawal, effect: string): string {
  return `treasury/withdrawal/${id}/${effect}`;
}
