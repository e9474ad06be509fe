import Type, { type Static } from "typebox";
import type { TreasuryView, WithdrawalView } from "../../admin/index.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";

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

export const AddressesSchema = Type.Array(Type.Object({ chain: Type.String(), address: Type.String() }), {
  description: "Deposit addresses; empty until first needed or requested.",
});

export const TreasurySchema = named(
  "Treasury",
  Type.Object({
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
    withdrawal_id: IdSchema,
  }),
);

export function presentTreasury(
  { balances, addresses, withdrawals }: TreasuryView,
  withdrawalId: string,
): Static<typeof TreasurySchema> {
  return {
    balances: balances.map(({ chain, valueType, balance, available, held }) => {
      return { chain: chain ?? null, value_type: valueType, balance, available, held };
    }),
    addresses: addresses.map(({ chain, address }) => ({ chain, address })),
    withdrawals: withdrawals.map(presentWithdrawal),
    withdrawal_id: withdrawalId,
  };
}

export function presentWithdrawal(withdrawal: WithdrawalView): Static<typeof WithdrawalSchema> {
  return {
    id: withdrawal.id,
    payment_id: withdrawal.paymentId,
    address_id: withdrawal.addressId,
    transfer_type: withdrawal.transferType,
    amount: withdrawal.amount,
    status: withdrawal.status,
    reason: withdrawal.reason ?? null,
    created_at: withdrawal.created,
    updated_at: withdrawal.updated,
  };
}
