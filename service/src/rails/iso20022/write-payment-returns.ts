import type { PaymentReturn, PaymentReturns } from "./iso-message.ts";
import { dollarsLeaf, groupTotals, writeMessage } from "./write-message.ts";
import { originalGroupNode, reasonNode } from "./write-status-report.ts";
import { idLeaf, leaf, node, type XmlNode } from "./xml-node.ts";

/** pacs.004.001.10 */
export function writePaymentReturns(message: PaymentReturns): Buffer {
  const { count, controlSum } = groupTotals(
    "TtlRtrdIntrBkSttlmAmt",
    message.returns.map(({ amountCents }) => amountCents),
  );
  const header = node(
    "GrpHdr",
    idLeaf("MsgId", message.messageId),
    leaf("CreDtTm", message.createdAt),
    count,
    controlSum,
    node("SttlmInf", leaf("SttlmMtd", "CLRG")),
  );
  return writeMessage("pacs.004.001.10", node("PmtRtr", header, message.returns.map(returnNode)));
}

function returnNode(entry: PaymentReturn): XmlNode {
  return node(
    "TxInf",
    idLeaf("RtrId", entry.returnId),
    originalGroupNode(entry.originalMessageId),
    idLeaf("OrgnlEndToEndId", entry.originalEndToEndId),
    idLeaf("OrgnlTxId", entry.originalTransactionId),
    leaf("OrgnlUETR", entry.originalUetr),
    dollarsLeaf("RtrdIntrBkSttlmAmt", entry.amountCents),
    leaf("IntrBkSttlmDt", entry.settlementDate),
    reasonNode("RtrRsnInf", entry),
  );
}
