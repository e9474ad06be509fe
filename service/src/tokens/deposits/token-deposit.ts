import type { AddressPurpose } from "../../addresses/index.ts";
import type { RowOf } from "../../db/table.ts";
import { type NewEvent, newEvent } from "../../events/index.ts";
import type { Id } from "../../kernel/id.ts";
import { type Asset, formatAmount } from "../../kernel/money.ts";
import type { LedgerAccount, Operation } from "../../ledger/index.ts";
import type { tokenDeposits } from "../tables.ts";
import { depositCompleted, depositHeld } from "./deposit-event-types.ts";

export type DepositId = Id<"deposit">;

/** Tokens deposited to a custodial address. A held deposit needs manual review because of its sender. */
export type TokenDeposit = Omit<
  RowOf<typeof tokenDeposits>,
  "valueType" | "scale" | "fromAddress" | "transferIndex" | "listVersion" | "hitUids"
> & {
  /** Purpose of the address. Treasury deposits are visible to operators only. */
  readonly purpose: AddressPurpose;
  readonly asset: Asset;
  /** Undefined if the chain does not report a single sender. */
  readonly from: string | undefined;
  readonly index: number;
  readonly screening: { readonly listVersion: string; readonly hitUids: readonly string[] } | undefined;
};

/** External to the holder of the address, or to suspense. The key is the on-chain transfer, so it posts once. */
export function depositPosting(deposit: TokenDeposit): Operation {
  const { chain, asset, units, transactionId, index } = deposit;
  const arrived = deposit.status === "held" ? suspenseOf(deposit) : holderOf(deposit);
  return {
    type: "post",
    key: `deposit/${chain}/${transactionId}/${index}`,
    postings: [
      { account: { kind: "external", chain, asset }, units: -units },
      { account: arrived, units },
    ],
  };
}

export function releasePosting(deposit: TokenDeposit): Operation {
  const { id, units } = deposit;
  return {
    type: "post",
    key: `deposit/${id}/released`,
    postings: [
      { account: suspenseOf(deposit), units: -units },
      { account: holderOf(deposit), units },
    ],
  };
}

function holderOf({ addressId, purpose, chain, asset }: TokenDeposit): LedgerAccount {
  return { kind: purpose === "treasury" ? "treasury" : "wallet", owner: addressId, chain, asset };
}

function suspenseOf({ addressId, chain, asset }: TokenDeposit): LedgerAccount {
  return { kind: "suspense", owner: addressId, chain, asset };
}

/** Treasury deposits publish no events. */
export function eventsOf(deposits: readonly TokenDeposit[]): readonly NewEvent[] {
  return deposits.filter(({ purpose }) => purpose !== "treasury").map(eventOf);
}

/** `deposit.completed` if the tokens are available, `deposit.held` if not yet. */
function eventOf(deposit: TokenDeposit): NewEvent {
  const { id, accountId, units, asset } = deposit;
  const fields = {
    id,
    account_id: accountId,
    address_id: deposit.addressId,
    amount: formatAmount({ units, asset }),
    value_type: asset.code,
    transfer_type: deposit.chain,
    transaction_id: deposit.transactionId,
    sender: deposit.from ?? null,
  };
  return deposit.status === "held"
    ? newEvent(depositHeld, accountId, { ...fields, status: "held" })
    : newEvent(depositCompleted, accountId, { ...fields, status: "complete" });
}
