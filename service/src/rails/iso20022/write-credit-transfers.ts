import { assert } from "../../kernel/assert.ts";
import type { CreditTransfer, CreditTransfers } from "./iso-message.ts";
import { clearingRulesOf, type IsoProfile, isoProfiles } from "./iso-profile.ts";
import { railText } from "./rail-text.ts";
import { maxRemittanceLength } from "./read-credit-transfers.ts";
import type { Wrap } from "./write-envelope.ts";
import { clearingSystemNode, dollarsLeaf, groupTotals, writeMessage } from "./write-message.ts";
import { accountNode, agentNode, memberAgentNode, partyParts } from "./write-party.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

/** pacs.008.001.08. The clearing system appears once per message, so all transfers share it. */
export function writeCreditTransfers(
  message: CreditTransfers,
  profile: IsoProfile = isoProfiles.generic,
  wrap?: Wrap,
): Buffer {
  const { transfers } = message;
  const [first] = transfers;
  assert(first !== undefined, "a message needs transfers");
  assert(
    transfers.every(({ clearingSystem }) => clearingSystem === first.clearingSystem),
    "the transfers of a message must share one clearing system",
  );
  const isDateInHeader =
    clearingRulesOf(first.clearingSystem)?.isDateInHeader === true &&
    transfers.every(({ settlementDate }) => settlementDate === first.settlementDate);
  const { count, controlSum, total } = groupTotals(
    "TtlIntrBkSttlmAmt",
    transfers.map(({ amountCents }) => amountCents),
  );
  const header = node(
    "GrpHdr",
    idLeaf("MsgId", message.messageId),
    leaf("CreDtTm", message.createdAt),
    count,
    profile.hasControlSum ? controlSum : undefined,
    // The total requires the date, which appears only once: here or in each transfer.
    isDateInHeader ? [total, leaf("IntrBkSttlmDt", first.settlementDate)] : [],
    node("SttlmInf", leaf("SttlmMtd", "CLRG"), clearingSystemNode(first.clearingSystem)),
  );
  const nodes = transfers.map((transfer) =>
    transferNode(transfer, isDateInHeader ? undefined : transfer.settlementDate, profile),
  );
  return writeMessage("pacs.008.001.08", node("FIToFICstmrCdtTrf", header, nodes), wrap);
}

function transferNode(transfer: CreditTransfer, day: string | undefined, profile: IsoProfile): XmlNode {
  const { debtor, creditor, amountCents } = transfer;
  return node(
    "CdtTrfTxInf",
    node(
      "PmtId",
      idLeaf("InstrId", transfer.instructionId),
      idLeaf("EndToEndId", transfer.endToEndId),
      profile.hasTransactionId ? idLeaf("TxId", transfer.transactionId) : undefined,
      leaf("UETR", transfer.uetr),
    ),
    paymentTypeNode(transfer.clearingSystem),
    dollarsLeaf("IntrBkSttlmAmt", amountCents),
    leaf("IntrBkSttlmDt", day),
    profile.hasInstructedAmount ? dollarsLeaf("InstdAmt", amountCents) : undefined,
    leaf("ChrgBr", "SLEV"),
    memberAgentNode("InstgAgt", debtor.routingNumber, profile),
    memberAgentNode("InstdAgt", creditor.routingNumber, profile),
    node("Dbtr", partyParts(debtor, profile)),
    accountNode("DbtrAcct", debtor.accountNumber),
    agentNode("DbtrAgt", debtor, profile),
    agentNode("CdtrAgt", creditor, profile),
    node("Cdtr", partyParts(creditor, profile)),
    accountNode("CdtrAcct", creditor.accountNumber),
    nodeIfAny("Purp", profile.hasPurpose ? leaf("Cd", transfer.purpose) : undefined),
    nodeIfAny("RmtInf", leaf("Ustrd", railText(transfer.remittance, maxRemittanceLength))),
  );
}

function paymentTypeNode(clearingSystem: string | undefined): XmlNode | undefined {
  const rules = clearingRulesOf(clearingSystem);
  if (rules === undefined) return undefined;
  return node(
    "PmtTpInf",
    nodeIfAny("SvcLvl", leaf("Cd", rules.serviceLevel)),
    node("LclInstrm", leaf("Prtry", rules.localInstrument)),
    nodeIfAny("CtgyPurp", leaf("Prtry", rules.categoryPurpose)),
  );
}
