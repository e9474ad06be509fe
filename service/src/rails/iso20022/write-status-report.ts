import type { StatusReport, TransactionStatusReport } from "./iso-message.ts";
import { railLines } from "./rail-text.ts";
import { codeNode, writeMessage } from "./write-message.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

const maxReasonLine = 105;

/** pacs.002.001.10 */
export function writeStatusReport(message: StatusReport): Buffer {
  const header = node("GrpHdr", idLeaf("MsgId", message.messageId), leaf("CreDtTm", message.createdAt));
  return writeMessage("pacs.002.001.10", node("FIToFIPmtStsRpt", header, message.statuses.map(statusNode)));
}

function statusNode(status: TransactionStatusReport): XmlNode {
  return node(
    "TxInfAndSts",
    originalGroupNode(status.originalMessageId),
    idLeaf("OrgnlInstrId", status.originalInstructionId),
    idLeaf("OrgnlEndToEndId", status.originalEndToEndId),
    idLeaf("OrgnlTxId", status.originalTransactionId),
    leaf("OrgnlUETR", status.originalUetr),
    leaf("TxSts", status.status),
    reasonNode("StsRsnInf", status),
    leaf("AccptncDtTm", status.acceptedAt),
    idLeaf("ClrSysRef", status.clearingReference),
  );
}

/** We only report on and return credit transfers. */
export function originalGroupNode(
  originalMessageId: string | undefined,
  originalCreatedAt?: string,
): XmlNode | undefined {
  if (originalMessageId === undefined) return undefined;
  return node(
    "OrgnlGrpInf",
    idLeaf("OrgnlMsgId", originalMessageId),
    leaf("OrgnlMsgNmId", "pacs.008.001.08"),
    leaf("OrgnlCreDtTm", originalCreatedAt),
  );
}

export function reasonNode(
  name: string,
  reason: Pick<TransactionStatusReport, "reasonCode" | "reasonText">,
): XmlNode | undefined {
  return nodeIfAny(
    name,
    codeNode("Rsn", reason.reasonCode),
    railLines(reason.reasonText, maxReasonLine).map((line) => leaf("AddtlInf", line)),
  );
}
