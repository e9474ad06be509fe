import type { StatusReport, TransactionStatusReport } from "./iso-message.ts";
import type { Problems } from "./problems.ts";
import { readReason } from "./read-texts.ts";
import { optionalMoment, requiredMoment, requiredValue } from "./read-values.ts";
import { childAt, childrenOf, valueAt, type XmlElement } from "./xml-element.ts";

/** pacs.002.001.10 */
export function readStatusReport(message: XmlElement, problems: Problems): StatusReport {
  const groups = childrenOf(message, "OrgnlGrpInfAndSts");
  const transactions = childrenOf(message, "TxInfAndSts");
  const placed = transactions.map((transaction) => ({ transaction, group: groupOf(transaction, groups) }));
  const withoutTransactions = groups.filter(
    (group) => !placed.some((transaction) => transaction.group === group),
  );
  if (placed.length + withoutTransactions.length === 0) {
    problems.add(message, "missing", "The report has neither TxInfAndSts nor OrgnlGrpInfAndSts.");
  }
  return {
    type: "status_report",
    messageId: requiredValue(message, "GrpHdr/MsgId"),
    createdAt: requiredMoment(message, "GrpHdr/CreDtTm"),
    statuses: [
      ...placed.map(({ transaction, group }) => readTransaction(transaction, group, problems)),
      ...withoutTransactions.map((group) => readGroup(group, problems)),
    ],
  };
}

/** The group that it references, or the only group if it references none. */
function groupOf(transaction: XmlElement, groups: readonly XmlElement[]): XmlElement | undefined {
  const named = valueAt(transaction, "OrgnlGrpInf/OrgnlMsgId");
  if (named !== undefined) return groups.find((group) => valueAt(group, "OrgnlMsgId") === named);
  return groups.length === 1 ? groups[0] : undefined;
}

function readTransaction(
  transaction: XmlElement,
  group: XmlElement | undefined,
  problems: Problems,
): TransactionStatusReport {
  const ownReasons = childrenOf(transaction, "StsRsnInf");
  return {
    originalMessageId: valueAt(transaction, "OrgnlGrpInf/OrgnlMsgId") ?? valueAt(group, "OrgnlMsgId"),
    originalInstructionId: valueAt(transaction, "OrgnlInstrId"),
    originalEndToEndId: valueAt(transaction, "OrgnlEndToEndId"),
    originalTransactionId: valueAt(transaction, "OrgnlTxId"),
    status: statusOf([childAt(transaction, "TxSts"), childAt(group, "GrpSts")], transaction, problems),
    ...readReason(ownReasons.length > 0 ? ownReasons : childrenOf(group, "StsRsnInf")),
    acceptedAt: optionalMoment(transaction, "AccptncDtTm"),
    clearingReference: valueAt(transaction, "ClrSysRef"),
  };
}

/** A group status, such as a message that was rejected before its payments were checked. */
function readGroup(group: XmlElement, problems: Problems): TransactionStatusReport {
  return {
    originalMessageId: valueAt(group, "OrgnlMsgId"),
    originalInstructionId: undefined,
    originalEndToEndId: undefined,
    originalTransactionId: undefined,
    status: statusOf([childAt(group, "GrpSts")], group, problems),
    ...readReason(childrenOf(group, "StsRsnInf")),
    acceptedAt: undefined,
    clearingReference: undefined,
  };
}

function statusOf(
  candidates: readonly (XmlElement | undefined)[],
  holder: XmlElement,
  problems: Problems,
): string {
  const status = candidates.find((candidate) => candidate !== undefined)?.text;
  if (status !== undefined) return status;
  problems.add(holder, "missing", `${holder.name} has no status.`);
  return "";
}
