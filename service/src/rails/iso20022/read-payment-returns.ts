import type { PaymentReturn, PaymentReturns } from "./iso-message.ts";
import type { Problems } from "./problems.ts";
import { readReason } from "./read-texts.ts";
import { optionalDay, requiredCents, requiredMoment, requiredValue } from "./read-values.ts";
import { checkTotals, totalsOf } from "./totals.ts";
import { childAt, childrenOf, valueAt, type XmlElement } from "./xml-element.ts";

/** pacs.004 */
export function readPaymentReturns(message: XmlElement, problems: Problems): PaymentReturns {
  const header = childAt(message, "GrpHdr");
  const returns = childrenOf(message, "TxInf");
  const amounts = returns.flatMap((entry) => childrenOf(entry, "RtrdIntrBkSttlmAmt"));
  const names = { count: "NbOfTxs", sums: ["CtrlSum", "TtlRtrdIntrBkSttlmAmt"] };
  checkTotals(header, names, totalsOf(amounts), problems);
  return {
    type: "payment_returns",
    messageId: requiredValue(header, "MsgId"),
    createdAt: requiredMoment(header, "CreDtTm"),
    returns: returns.map((entry) => readReturn(entry, message)),
  };
}

/** Values shared by all returns may appear once, in the group header or the original group. */
function readReturn(entry: XmlElement, message: XmlElement): PaymentReturn {
  const ownReasons = childrenOf(entry, "RtrRsnInf");
  const shared = childrenOf(childAt(message, "OrgnlGrpInf"), "RtrRsnInf");
  return {
    returnId: valueAt(entry, "RtrId"),
    originalMessageId: valueAt(entry, "OrgnlGrpInf/OrgnlMsgId") ?? valueAt(message, "OrgnlGrpInf/OrgnlMsgId"),
    originalEndToEndId: valueAt(entry, "OrgnlEndToEndId"),
    originalTransactionId: valueAt(entry, "OrgnlTxId"),
    originalUetr: valueAt(entry, "OrgnlUETR"),
    amountCents: requiredCents(entry, "RtrdIntrBkSttlmAmt"),
    settlementDate: optionalDay(entry, "IntrBkSttlmDt") ?? optionalDay(message, "GrpHdr/IntrBkSttlmDt"),
    ...readReason(ownReasons.length > 0 ? ownReasons : shared),
  };
}
