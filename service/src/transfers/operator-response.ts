import Type from "typebox";
import { present } from "../http/present.ts";
import { DateTimeSchema, IdSchema, nullableString } from "../http/schemas.ts";
import { dollars, usd } from "../kernel/money.ts";
import { tokenScale } from "../tokens/index.ts";
import type { TokenDestination, TokenSource, Transfer } from "./transfer.ts";

/**
 * A transfer as lists and operators see it. `present` takes from it what a schema has: transfers of a workspace, held
 * ones, failed refunds.
 */
export function viewTransfer(transfer: Transfer) {
  const { state, hold } = transfer;
  const failure = state.status === "failed" ? state.failure : undefined;
  return {
    ...transfer,
    amount: transferAmount(transfer),
    fee: dollars(transfer.feeCents),
    status: state.status,
    step: state.step,
    source: viewEnd(transfer.source),
    destination: viewEnd(transfer.destination),
    failureType: failure?.type,
    failureCode: failure?.code,
    heldEnd: hold?.end,
    listVersion: hold?.listVersion,
    hits: hold?.hitUids ?? [],
  };
}

export function transferAmount({ units, currency }: Pick<Transfer, "units" | "currency">) {
  return { units, asset: { code: currency, scale: tokenScale } };
}

export function viewEnd(end: Transfer["source"] | Transfer["destination"]) {
  const { addressId } = end;
  if (end.medium === "bank") {
    const { rail: transferType, paymentId } = end;
    return {
      addressId,
      transferType,
      valueType: usd.code,
      address: undefined,
      transactionId: undefined,
      paymentId,
    };
  }
  const place = { addressId, transferType: end.chain, valueType: end.token.valueType, paymentId: undefined };
  return end.medium === "supply"
    ? { ...place, address: undefined, transactionId: undefined }
    : { ...place, address: shownAddressOf(end), transactionId: end.transactionId };
}

function shownAddressOf(end: TokenSource | TokenDestination): string {
  return ("muxedAddress" in end ? end.muxedAddress : undefined) ?? end.address;
}

const EndSchema = Type.Object({
  transfer_type: Type.String(),
  value_type: Type.String(),
  address_id: nullableString(),
});

/** Without free text from the customer. */
const OperatorTransferSchema = Type.Object({
  id: IdSchema,
  tenant_id: IdSchema,
  network: Type.String(),
  account_id: IdSchema,
  flow: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  fee: Type.String({ description: "In dollars." }),
  status: Type.String(),
  step: Type.String(),
  source: EndSchema,
  destination: EndSchema,
  failure_type: nullableString({ description: "Such as `ach_return`." }),
  failure_code: nullableString({ description: "The code that came with the failure." }),
  held_end: nullableString({ description: "The party with a sanctions match." }),
  held_for_claim: Type.Boolean({ description: "An outflow of an account that owes." }),
  hits: Type.Array(Type.String(), { description: "Sanctions list entries of the current or a past hold." }),
  created_at: DateTimeSchema,
  updated_at: DateTimeSchema,
});

export const presentOperatorTransfer = (transfer: Transfer) =>
  present(OperatorTransferSchema, viewTransfer(transfer));
