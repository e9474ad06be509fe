import type { Json } from "../../kernel/canonical-json.ts";
import type { BankReceipt } from "../bank-work.ts";

/** JSON has neither bigint nor undefined: amounts are texts, and what is absent is left out. */
export function receiptToJson(receipt: BankReceipt): Json {
  return JSON.parse(JSON.stringify({ ...receipt, amountCents: `${receipt.amountCents}` })) as Json;
}

/** Only of what `receiptToJson` wrote. */
export function receiptFromJson(json: Json): BankReceipt {
  const { amountCents, ...rest } = json as unknown as WrittenReceipt;
  return {
    senderName: undefined,
    senderAccountNumber: undefined,
    senderBankName: undefined,
    senderBankRoutingNumber: undefined,
    reference: undefined,
    imad: undefined,
    traceNumber: undefined,
    ...rest,
    amountCents: BigInt(amountCents),
  };
}

type RequiredText = "bankReference" | "system" | "accountNumber" | "receivedAt";
type WrittenReceipt = Pick<BankReceipt, RequiredText> &
  Partial<Omit<BankReceipt, RequiredText | "amountCents">> & { readonly amountCents: string };
