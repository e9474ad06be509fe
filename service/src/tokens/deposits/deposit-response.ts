import Type from "typebox";
import { ChainSchema } from "../../addresses/index.ts";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, nullableString } from "../../http/schemas.ts";
import { networks } from "../../kernel/id.ts";
import type { TokenDeposit } from "./token-deposit.ts";

export const DepositSchema = Type.Object({
  id: IdSchema,
  tenant_id: IdSchema,
  network: Type.Enum([...networks]),
  account_id: IdSchema,
  address_id: IdSchema,
  chain: ChainSchema,
  amount: Type.String(),
  currency: Type.String(),
  sender: nullableString({ description: "The sanctioned address, if the chain has a single sender." }),
  transaction_id: Type.String(),
  status: Type.Enum(["complete", "held", "released"]),
  hits: Type.Array(Type.String(), { description: "The sanctions list entries that it is held for." }),
  created_at: DateTimeSchema,
});

/** A deposit in the words of its responses. */
export function viewDeposit(deposit: TokenDeposit) {
  const { units, asset, screening, from: sender } = deposit;
  const amount = { units, asset };
  return { ...deposit, amount, currency: asset.code, sender, hits: screening?.hitUids ?? [] };
}

export function presentDeposit(deposit: TokenDeposit) {
  return present(DepositSchema, viewDeposit(deposit));
}
