import type { CreditTransfer, CreditTransfers } from "./iso-message.ts";
import type { Problems } from "./problems.ts";
import { readParty } from "./read-party.ts";
import { readRemittance } from "./read-texts.ts";
import { optionalDay, requiredCents, requiredMoment, requiredValue } from "./read-values.ts";
import { checkTotals, totalsOf } from "./totals.ts";
import { childAt, childrenOf, valueAt, type XmlElement } from "./xml-element.ts";

/** The rails carry no more than this. */
export const maxRemittanceLength = 140;

/** pacs.008 */
export function readCreditTransfers(message: XmlElement, problems: Problems): CreditTransfers {
  const header = childAt(message, "GrpHdr");
  const transfers = childrenOf(message, "CdtTrfTxInf");
  const amounts = transfers.flatMap((transfer) => childrenOf(transfer, "IntrBkSttlmAmt"));
  const names = { count: "NbOfTxs", sums: ["CtrlSum", "TtlIntrBkSttlmAmt"] };
  checkTotals(header, names, totalsOf(amounts), problems);
  return {
    type: "credit_transfers",
    messageId: requiredValue(header, "MsgId"),
    createdAt: requiredMoment(header, "CreDtTm"),
    transfers: transfers.map((transfer) => readTransfer(transfer, header, problems)),
  };
}

function readTransfer(
  transfer: XmlElement,
  header: XmlElement | undefined,
  problems: Problems,
): CreditTransfer {
  const party = (side: "Dbtr" | "Cdtr") => ({
    party: childAt(transfer, side),
    account: childAt(transfer, `${side}Acct`),
    agent: childAt(transfer, `${side}Agt`),
  });
  return {
    instructionId: valueAt(transfer, "PmtId/InstrId"),
    endToEndId: requiredValue(transfer, "PmtId/EndToEndId"),
    transactionId: valueAt(transfer, "PmtId/TxId"),
    uetr: valueAt(transfer, "PmtId/UETR"),
    amountCents: requiredCents(transfer, "IntrBkSttlmAmt"),
    settlementDate: settlementDateOf(transfer, header, problems),
    clearingSystem: valueAt(header, "SttlmInf/ClrSys/Cd") ?? valueAt(header, "SttlmInf/ClrSys/Prtry"),
    debtor: readParty(party("Dbtr"), problems),
    creditor: readParty(party("Cdtr"), problems),
    purpose: valueAt(transfer, "Purp/Cd") ?? valueAt(transfer, "Purp/Prtry"),
    remittance: readRemittance(transfer)?.slice(0, maxRemittanceLength).trimEnd(),
  };
}

/** Required in the transfer or in the group header. */
function settlementDateOf(transfer: XmlElement, header: XmlElement | undefined, problems: Problems): string {
  const day = optionalDay(transfer, "IntrBkSttlmDt") ?? optionalDay(header, "IntrBkSttlmDt");
  if (day !== undefined) return day;
  problems.add(transfer, "missing", "Neither CdtTrfTxInf nor GrpHdr has IntrBkSttlmDt.");
  return "";
}
