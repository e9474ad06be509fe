import { assert } from "../../kernel/assert.ts";
import { formatDecimal, parseDecimal } from "./decimal.ts";
import type {
  AccountReport,
  IsoParty,
  ReportedAccount,
  ReportedEntry,
  ReportedTransaction,
} from "./iso-message.ts";
import { isoProfiles } from "./iso-profile.ts";
import { railLines } from "./rail-text.ts";
import { codeNode, moneyLeaf, writeMessage } from "./write-message.ts";
import { accountNode, agentNode, hasAgent, userParts } from "./write-party.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

const maxRemittanceLine = 140;

/** A notification as camt.054.001.08, a statement as camt.053.001.08, an intraday report as camt.052.001.08. */
export function writeAccountReport(report: AccountReport): Buffer {
  const header = node("GrpHdr", idLeaf("MsgId", report.messageId), leaf("CreDtTm", report.createdAt));
  const accounts = report.accounts.map((account) => accountReportNode(account, report));
  const { name, root } = messages[report.type];
  return writeMessage(name, node(root, header, accounts));
}

const messages = {
  notification: { name: "camt.054.001.08", root: "BkToCstmrDbtCdtNtfctn", part: "Ntfctn" },
  statement: { name: "camt.053.001.08", root: "BkToCstmrStmt", part: "Stmt" },
  intraday: { name: "camt.052.001.08", root: "BkToCstmrAcctRpt", part: "Rpt" },
} as const;

function accountReportNode(account: ReportedAccount, { type, createdAt }: AccountReport): XmlNode {
  const accountElement = accountNode("Acct", account.accountNumber);
  assert(
    accountElement !== undefined && typeof accountElement.content !== "string",
    "a report needs an account number",
  );
  return node(
    messages[type].part,
    idLeaf("Id", account.reportId),
    leaf("CreDtTm", createdAt),
    node("Acct", accountElement.content, leaf("Ccy", account.currency)),
    type === "notification" ? [] : balanceNodes(account, { type, createdAt }),
    summaryNode(account.entries),
    account.entries.map(entryNode),
  );
}

function balanceNodes(
  account: ReportedAccount,
  { type, createdAt }: Pick<AccountReport, "type" | "createdAt">,
): readonly XmlNode[] {
  const { currency, openingCents, closingCents } = account;
  const day = account.closingDate ?? createdAt.slice(0, 10);
  const balances = [
    { code: "OPBD", cents: openingCents },
    { code: "CLBD", cents: closingCents },
  ].filter((balance): balance is { code: string; cents: bigint } => balance.cents !== undefined);
  assert(
    (balances.length > 0 && currency !== undefined) || type === "intraday",
    "a statement needs a balance and its currency",
  );
  return balances.map(({ code, cents }) =>
    node(
      "Bal",
      node("Tp", node("CdOrPrtry", leaf("Cd", code))),
      moneyLeaf("Amt", cents < 0n ? -cents : cents, currency ?? ""),
      leaf("CdtDbtInd", cents < 0n ? "DBIT" : "CRDT"),
      node("Dt", leaf("Dt", day)),
    ),
  );
}

/** Control totals reveal an entry that was lost in transit. */
function summaryNode(entries: readonly ReportedEntry[]): XmlNode {
  const side = (name: string, counted: readonly ReportedEntry[]): XmlNode =>
    node(
      name,
      leaf("NbOfNtries", String(counted.length)),
      leaf("Sum", formatDecimal(counted.reduce((sum, entry) => sum + decimalOfEntry(entry), 0n))),
    );
  return node(
    "TxsSummry",
    side("TtlNtries", entries),
    side(
      "TtlCdtNtries",
      entries.filter((entry) => entry.direction === "credit"),
    ),
    side(
      "TtlDbtNtries",
      entries.filter((entry) => entry.direction === "debit"),
    ),
  );
}

function decimalOfEntry(entry: ReportedEntry): bigint {
  const decimal = parseDecimal(entry.amountText ?? "") ?? entry.amountCents * 1_000n;
  assert(decimal / 1_000n === entry.amountCents, "the amount and its text must match");
  return decimal;
}

function entryNode(entry: ReportedEntry): XmlNode {
  return node(
    "Ntry",
    leaf("Amt", formatDecimal(decimalOfEntry(entry)), { Ccy: entry.currency }),
    leaf("CdtDbtInd", entry.direction === "credit" ? "CRDT" : "DBIT"),
    entry.isReversal ? leaf("RvslInd", "true") : undefined,
    codeNode("Sts", entry.status),
    bookedNode(entry.bookedAt),
    idLeaf("AcctSvcrRef", entry.bankReference),
    transactionCodeNode(entry.transactionCode),
    nodeIfAny(
      "NtryDtls",
      entry.details.map((detail) => transactionNode(detail, entry)),
    ),
  );
}

function bookedNode(bookedAt: string | undefined): XmlNode | undefined {
  return nodeIfAny("BookgDt", leaf(bookedAt?.includes("T") ? "DtTm" : "Dt", bookedAt));
}

/** `PMNT/RCDT/DMCT` by its three parts; anything else is a proprietary code. */
function transactionCodeNode(code: string | undefined): XmlNode {
  const [, domain, family, subFamily] =
    /^([^\s/]{1,4})\/([^\s/]{1,4})\/([^\s/]{1,4})$/.exec(code ?? "") ?? [];
  if (domain === undefined) return node("BkTxCd", nodeIfAny("Prtry", idLeaf("Cd", code)));
  return node(
    "BkTxCd",
    node("Domn", leaf("Cd", domain), node("Fmly", leaf("Cd", family), leaf("SubFmlyCd", subFamily))),
  );
}

function transactionNode(detail: ReportedTransaction, entry: ReportedEntry): XmlNode {
  const { debtor, creditor, amountCents } = detail;
  return node(
    "TxDtls",
    nodeIfAny(
      "Refs",
      idLeaf("AcctSvcrRef", detail.bankReference),
      idLeaf("EndToEndId", detail.endToEndId),
      leaf("UETR", detail.uetr),
      idLeaf("TxId", detail.transactionId),
      idLeaf("ClrSysRef", detail.clearingReference),
    ),
    amountCents === undefined ? undefined : moneyLeaf("Amt", amountCents, entry.currency),
    nodeIfAny(
      "RltdPties",
      reportedUserNode("Dbtr", debtor),
      accountNode("DbtrAcct", debtor.accountNumber),
      reportedUserNode("Cdtr", creditor),
      accountNode("CdtrAcct", creditor.accountNumber),
    ),
    nodeIfAny("RltdAgts", reportedAgentNode("DbtrAgt", debtor), reportedAgentNode("CdtrAgt", creditor)),
    nodeIfAny(
      "RmtInf",
      railLines(detail.remittance, maxRemittanceLine).map((line) => leaf("Ustrd", line)),
    ),
  );
}

function reportedUserNode(name: string, party: IsoParty): XmlNode | undefined {
  return nodeIfAny(name, nodeIfAny("Pty", userParts(party, isoProfiles.generic)));
}

function reportedAgentNode(name: string, party: IsoParty): XmlNode | undefined {
  return hasAgent(party) ? agentNode(name, party, isoProfiles.generic) : undefined;
}
