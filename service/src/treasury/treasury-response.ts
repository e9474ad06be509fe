import Type from "typebox";
import { type ChainName, familyOf } from "../chains/chain-name.ts";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { dollars, usd } from "../kernel/money.ts";
import type { VirtualAccount } from "../payments/index.ts";
import { assetOf, tokenScale } from "../tokens/index.ts";
import type { TreasuryPicture } from "./show-treasury.ts";
import { type Withdrawal, withdrawalSources } from "./withdrawal.ts";

export const WithdrawalSchema = named(
  "TreasuryWithdrawal",
  Type.Object({
    id: IdSchema,
    source: Type.Enum([...withdrawalSources], { description: "Money of the treasury, or earned fees." }),
    payment_id: nullableString({ description: "Null for tokens." }),
    transaction_id: nullableString({
      description: "The transaction on the chain, once known; null for dollars.",
    }),
    address_id: IdSchema,
    transfer_type: Type.String({ description: "The rail, or the chain of tokens." }),
    value_type: Type.String(),
    amount: Type.String(),
    status: Type.String(),
    reason: nullableString({ description: "The bank's reason code or the chain's reason, if it failed." }),
    created_at: DateTimeSchema,
    updated_at: DateTimeSchema,
  }),
);

const AddressesSchema = Type.Array(Type.Object({ chain: Type.String(), address: Type.String() }), {
  description: "Deposit addresses; empty until first needed or requested.",
});

const parts = {
  balances: Type.Array(
    Type.Object({
      chain: nullableString({ description: "Null for dollars at the bank." }),
      value_type: Type.String(),
      balance: Type.String(),
      available: Type.String(),
      held: Type.String(),
    }),
    { description: "Dollars first, then tokens by chain." },
  ),
  earned_fees: Type.Object(
    { balance: Type.String(), available: Type.String(), held: Type.String() },
    { description: "Fees in dollars that can be withdrawn." },
  ),
  addresses: AddressesSchema,
  withdrawals: Type.Array(WithdrawalSchema, { description: "Most recent, newest first." }),
};

export const TreasurySchema = named("Treasury", Type.Object({ ...parts, withdrawal_id: IdSchema }));

export const TreasuryInstructionsSchema = named(
  "TreasuryInstructions",
  Type.Object({
    bank: Type.Object({
      bank_name: Type.String(),
      bank_address: Type.String(),
      routing_number: Type.String(),
      account_number: Type.String({ description: "The treasury's own account number." }),
      beneficiary_name: Type.String(),
      beneficiary_address: Type.String(),
      memo: Type.String(),
    }),
    addresses: AddressesSchema,
  }),
);

/** A treasury, with the chains of this deployment. */
export interface TreasuryView extends TreasuryPicture {
  readonly chains: readonly ChainName[];
}

/** Deposit instructions for dollars and tokens. */
export interface TreasuryInstructions extends Pick<TreasuryView, "chains" | "places"> {
  readonly bank: VirtualAccount;
}

export function presentTreasury(treasury: TreasuryView) {
  const balances = [treasury.dollars, ...treasury.tokens.map(({ balance }) => balance)];
  return present(Type.Object(parts), {
    balances: balances.map(({ account, posted, ...balance }) => ({
      ...balance,
      chain: account.chain,
      valueType: account.asset.code,
      balance: posted,
    })),
    earnedFees: { ...treasury.fees, balance: treasury.fees.posted },
    addresses: addressesOf(treasury),
    withdrawals: treasury.withdrawals.map(withTerms),
  });
}

export const presentWithdrawal = (withdrawal: Withdrawal) => present(WithdrawalSchema, withTerms(withdrawal));

function withTerms(withdrawal: Withdrawal) {
  const reason = withdrawal.reasonCode;
  if (withdrawal.medium === "bank") {
    const { rail: transferType, amountCents } = withdrawal;
    const amount = dollars(amountCents);
    return { ...withdrawal, reason, transferType, valueType: usd.code, amount, transactionId: undefined };
  }
  const { chain: transferType, valueType, units } = withdrawal;
  const amount = { units, asset: assetOf({ valueType, scale: tokenScale }) };
  return { ...withdrawal, reason, transferType, amount, source: "treasury" as const, paymentId: undefined };
}

export const presentTreasuryInstructions = ({ bank, ...places }: TreasuryInstructions) =>
  present(TreasuryInstructionsSchema, { bank, addresses: addressesOf(places) });

function addressesOf({ chains, places }: Pick<TreasuryView, "chains" | "places">) {
  return chains.flatMap((chain) => {
    const place = places.get(familyOf(chain));
    return place === undefined ? [] : [{ chain, address: place.address }];
  });
}
