import { assert } from "../../kernel/assert.ts";
import type { CreditTransfer, CreditTransfers } from "./iso-message.ts";
import { railText } from "./rail-text.ts";
import { maxRemittanceLength } from "./read-credit-transfers.ts";
import { dollarsLeaf, groupTotals, writeMessage } from "./write-message.ts";
import { accountNode, agentNode, memberAgentNode, userParts } from "./write-party.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

/** pacs.008.001.08. The clearing system appears once per message, so all transfers share it. */
export function writeCreditTransfers(message: CreditTransfers): Buffer {
  const { transfers } = message;
  const [first] = transfers;
  assert(first !== undefined, "a message needs transfers");
  assert(
    transfers.every(({ clearingSystem }) => clearingSystem === first.clearingSystem),
    "the transfers of a message must share one clearing system",
  );
  const sharedDay =
    isRtp(first) && transfers.every(({ settlementDate }) => settlementDate === first.settlementDate);
  const { count, controlSum, total } = groupTotals(
    "TtlIntrBkSttlmAmt",
    transfers.map(({ amountCents }) => amountCents),
  );
  const header = node(
    "GrpHdr",
    idLeaf("MsgId", message.messageId),
    leaf("CreDtTm", message.createdAt),
    count,
    controlSum,
    // The total requires the date, which appears only once: here for RTP, in each transfer for the others.
    sharedDay ? [total, leaf("IntrBkSttlmDt", first.settlementDate)] : [],
    node("SttlmInf", leaf("SttlmMtd", "CLRG"), clearingSystemNode(first.clearingSystem)),
  );
  const nodes = transfers.map((transfer) =>
    transferNode(transfer, sharedDay ? undefined : transfer.settlementDate),
  );
  return writeMessage("pacs.008.001.08", node("FIToFICstmrCdtTrf", header, nodes));
}

function isRtp({ clearingSystem }: CreditTransfer): boolean {
  return clearingSystem === "TCH" || clearingSystem === "RTP";
}

/** US codes of the external clearing system code set; other names are proprietary. */
const clearingCodes: ReadonlySet<string> = new Set(["FDW", "FDN", "TCH", "CHI", "ACH"]);

function clearingSystemNode(system: string | undefined): XmlNode | undefined {
  if (system === undefined) return undefined;
  return node("ClrSys", idLeaf(clearingCodes.has(system) ? "Cd" : "Prtry", system));
}

function transferNode(transfer: CreditTransfer, day: string | undefined): XmlNode {
  const { debtor, creditor } = transfer;
  return node(
    "CdtTrfTxInf",
    node(
      "PmtId",
      idLeaf("InstrId", transfer.instructionId),
      idLeaf("EndToEndId", transfer.endToEndId),
      idLeaf("TxId", transfer.transactionId),
      leaf("UETR", transfer.uetr),
    ),
    paymentTypeNode(transfer),
    dollarsLeaf("IntrBkSttlmAmt", transfer.amountCents),
    leaf("IntrBkSttlmDt", day),
    leaf("ChrgBr", "SLEV"),
    memberAgentNode("InstgAgt", debtor.routingNumber),
    memberAgentNode("InstdAgt", creditor.routingNumber),
    node("Dbtr", userParts(debtor)),
    accountNode("DbtrAcct", debtor.accountNumber),
    agentNode("DbtrAgt", debtor),
    agentNode("CdtrAgt", creditor),
    node("Cdtr", userParts(creditor)),
    accountNode("CdtrAcct", creditor.accountNumber),
    nodeIfAny("RmtInf", leaf("Ustrd", railText(transfer.remittance, maxRemittanceLength))),
  );
}

/** Payment type for the clearing system: a Fedwire customer transfer, a standard RTP payment. */
function paymentTypeNode(transfer: CreditTransfer): XmlNode | undefined {
  if (transfer.clearingSystem === "FDW") return node("PmtTpInf", node("LclInstrm", leaf("Prtry", "CTRC")));
  if (!isRtp(transfer)) return undefined;
  return node(
    "PmtTpInf",
    node("SvcLvl", leaf("Cd", "SDVA")),
    node("LclInstrm", leaf("Prtry", "STANDARD")),
    node("CtgyPurp", leaf("Prtry", "BUSINESS")),
  );
}
