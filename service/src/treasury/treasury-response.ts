import Type from "typebox";
import { type ChainName, familyOf } from "../chains/chain-name.ts";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../http/schemas.ts";
import { dollars } from "../kernel/money.ts";
import type { VirtualAccount } from "../payments/index.ts";
import type { TreasuryPicture } from "./show-treasury.ts";
import type { Withdrawal } from "./withdrawal.ts";

export const WithdrawalSchema = named(
  "TreasuryWithdrawal",
  Type.Object({
    id: IdSchema,
    payment_id: IdSchema,
    address_id: IdSchema,
    transfer_type: Type.String(),
    amount: Type.String({ description: "In dollars." }),
    status: Type.String(),
    reason: nullableString({ description: "The bank's reason code, if the payment failed." }),
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
    addresses: addressesOf(treasury),
    withdrawals: treasury.withdrawals.map(withTerms),
  });
}

export const presentWithdrawal = (withdrawal: Withdrawal) => present(WithdrawalSchema, withTerms(withdrawal));

function withTerms({ rail, amountCents, reasonCode, ...withdrawal }: Withdrawal) {
  return { ...withdrawal, transferType: rail, amount: dollars(amountCents), reason: reasonCode };
}

export const presentTreasuryInstructions = ({ bank, ...places }: TreasuryInstructions) =>
  present(TreasuryInstructionsSchema, { bank, addresses: addressesOf(places) });

function addressesOf({ chains, places }: Pick<TreasuryView, "chains" | "places">) {
  return chains.flatMap((chain) => {
    const place = places.get(familyOf(chain));
    return place === undefined ? [] : [{ chain, address: place.address }];
  });
}
