import type { StatusReport, TransactionStatusReport } from "./iso-message.ts";
import { parseMoment } from "./moment.ts";
import type { Problems } from "./problems.ts";
import { readReason } from "./read-texts.ts";
import { requiredMoment, requiredValue } from "./read-values.ts";
import { childrenOf, valueAt, type XmlElement } from "./xml-element.ts";

/** What one status applies to: a payment, and what contains it. What the first does not have, the next ones have. */
type Levels = readonly XmlElement[];

/** pacs.002 */
export function readStatusReport(message: XmlElement, problems: Problems): StatusReport {
  const groups = childrenOf(message, "OrgnlGrpInfAndSts");
  const transactions = childrenOf(message, "TxInfAndSts").map((transaction) => [
    transaction,
    ...groupOf(transaction, groups),
  ]);
  const withoutTransactions = groups
    .filter((group) => !transactions.some((levels) => levels.includes(group)))
    .map((group) => [group]);
  return reportOf(message, [...transactions, ...withoutTransactions], problems);
}

/** pain.002, which has batches between the group and its transactions. */
export function readCustomerStatusReport(message: XmlElement, problems: Problems): StatusReport {
  const groups = childrenOf(message, "OrgnlGrpInfAndSts");
  const batches = childrenOf(message, "OrgnlPmtInfAndSts").flatMap((batch): readonly Levels[] => {
    const transactions = childrenOf(batch, "TxInfAndSts");
    return transactions.length === 0
      ? [[batch, ...groups]]
      : transactions.map((transaction) => [transaction, batch, ...groups]);
  });
  return reportOf(message, batches.length === 0 ? [groups] : batches, problems);
}

/** The group that it references, or the only group if it references none. */
function groupOf(transaction: XmlElement, groups: readonly XmlElement[]): readonly XmlElement[] {
  const named = valueAt(transaction, "OrgnlGrpInf/OrgnlMsgId");
  if (named === undefined) return groups.length === 1 ? groups : [];
  return groups.filter((group) => valueAt(group, "OrgnlMsgId") === named).slice(0, 1);
}

function reportOf(message: XmlElement, statuses: readonly Levels[], problems: Problems): StatusReport {
  if (statuses.length === 0) {
    problems.add(message, "missing", "The report has neither TxInfAndSts nor OrgnlGrpInfAndSts.");
  }
  return {
    type: "status_report",
    messageId: requiredValue(message, "GrpHdr/MsgId"),
    createdAt: requiredMoment(message, "GrpHdr/CreDtTm"),
    statuses: statuses.map((levels) => readStatus(levels, problems)),
  };
}

function readStatus(levels: Levels, problems: Problems): TransactionStatusReport {
  const find = (...paths: readonly string[]): string | undefined =>
    levels.flatMap((level) => paths.map((path) => valueAt(level, path))).find((value) => value !== undefined);
  const reasons = levels.map((level) => childrenOf(level, "StsRsnInf"));
  const status = find("TxSts", "PmtInfSts", "GrpSts");
  const [first] = levels;
  if (status === undefined && first !== undefined) {
    problems.add(first, "missing", `${first.name} has no status.`);
  }
  return {
    originalMessageId: find("OrgnlGrpInf/OrgnlMsgId", "OrgnlMsgId"),
    originalBatchId: find("OrgnlPmtInfId"),
    originalInstructionId: find("OrgnlInstrId"),
    originalEndToEndId: find("OrgnlEndToEndId"),
    originalTransactionId: find("OrgnlTxId"),
    originalUetr: find("OrgnlUETR"),
    status: status ?? "",
    ...readReason(reasons.find((informations) => informations.length > 0) ?? []),
    acceptedAt: parseMoment(find("AccptncDtTm") ?? ""),
    clearingReference: find("ClrSysRef"),
  };
}
