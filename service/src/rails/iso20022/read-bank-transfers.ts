import { centsOf } from "./decimal.ts";
import type { BankTransfer, BankTransfers } from "./iso-message.ts";
import type { Problems } from "./problems.ts";
import { decimalOf, requiredMoment, requiredValue } from "./read-values.ts";
import { checkTotals, totalsOf } from "./totals.ts";
import { childAt, childrenOf, valueAt, type XmlElement } from "./xml-element.ts";

/** pacs.009 */
export function readBankTransfers(message: XmlElement, problems: Problems): BankTransfers {
  const header = childAt(message, "GrpHdr");
  const transfers = childrenOf(message, "CdtTrfTxInf");
  const amounts = transfers.flatMap((transfer) => childrenOf(transfer, "IntrBkSttlmAmt"));
  const names = { count: "NbOfTxs", sums: ["CtrlSum", "TtlIntrBkSttlmAmt"] };
  checkTotals(header, names, totalsOf(amounts), problems);
  return {
    type: "bank_transfers",
    messageId: requiredValue(header, "MsgId"),
    createdAt: requiredMoment(header, "CreDtTm"),
    transfers: transfers.map(readTransfer),
  };
}

function readTransfer(transfer: XmlElement): BankTransfer {
  const amount = childAt(transfer, "IntrBkSttlmAmt");
  const isDollars = amount?.attributes.get("Ccy") === "USD";
  return {
    endToEndId: requiredValue(transfer, "PmtId/EndToEndId"),
    uetr: valueAt(transfer, "PmtId/UETR"),
    amountCents: amount !== undefined && isDollars ? centsOf(decimalOf(amount)) : undefined,
    isCover: childAt(transfer, "UndrlygCstmrCdtTrf") !== undefined,
  };
}
