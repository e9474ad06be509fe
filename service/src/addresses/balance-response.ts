import Type, { type Static } from "typebox";
import { IdSchema, named } from "../http/schemas.ts";
import { formatAmount, type Money } from "../kernel/money.ts";
import type { AddressBalances } from "./list-balances.ts";
import type { HeldBalance } from "./read-balance.ts";
import { ChainSchema } from "./transfer-type.ts";

const AmountSchema = named(
  "BalanceAmount",
  Type.Object({
    value: Type.String({ description: "Decimal string.", examples: ["100.00"] }),
    currency: Type.String({ description: "Value type.", examples: ["FUSD"] }),
  }),
);

const fields = {
  address: Type.Object({ id: IdSchema, address: Type.String({ description: "On-chain address." }) }),
  balance: AmountSchema,
  available: AmountSchema,
  transfer_type: ChainSchema,
  value_type: Type.String({ description: "Token.", examples: ["FUSD"] }),
};

export const BalanceSchema = named(
  "AddressBalance",
  Type.Object(fields, {
    description: "Balance of an address in a token on a chain: total, and available without holds.",
  }),
);

export const HeldBalanceSchema = named(
  "AccountBalance",
  Type.Object(
    { ...fields, held: AmountSchema },
    {
      description: "Balance of an address in a token on a chain, divided into available and held.",
    },
  ),
);

export const AddressBalancesSchema = named(
  "AddressBalances",
  Type.Object(
    { address: fields.address, balances: Type.Array(HeldBalanceSchema) },
    { description: "Every balance of an address that is not zero, by chain and token." },
  ),
);

export const exampleBalance: Static<typeof BalanceSchema> = {
  address: { id: "01JD7Q2M8W3T5V6X9YZABCDEFG", address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" },
  balance: { value: "1000.00", currency: "FUSD" },
  available: { value: "750.00", currency: "FUSD" },
  transfer_type: "base",
  value_type: "FUSD",
};

export const exampleHeld: Static<typeof HeldBalanceSchema> = {
  ...exampleBalance,
  held: { value: "250.00", currency: "FUSD" },
};

export function presentBalance({ address, chain, balance }: HeldBalance): Static<typeof BalanceSchema> {
  return {
    address: { id: address.id, address: address.onChainAddress },
    balance: presentAmount(balance.posted),
    available: presentAmount(balance.available),
    transfer_type: chain,
    value_type: balance.posted.asset.code,
  };
}

export function presentHeld(held: HeldBalance): Static<typeof HeldBalanceSchema> {
  return { ...presentBalance(held), held: presentAmount(held.balance.held) };
}

export function presentAddressBalances({
  address,
  balances,
}: AddressBalances): Static<typeof AddressBalancesSchema> {
  return {
    address: { id: address.id, address: address.onChainAddress },
    balances: balances.map(presentHeld),
  };
}

function presentAmount(money: Money): Static<typeof AmountSchema> {
  return { value: formatAmount(money), currency: money.asset.code };
}
