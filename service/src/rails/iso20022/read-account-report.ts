import { assert } from "../../kernel/assert.ts";
import { centsOf, wholeCentsOf } from "./decimal.ts";
import type { AccountReport, ReportedAccount, ReportedEntry, ReportedTransaction } from "./iso-message.ts";
import type { Problems } from "./problems.ts";
import { accountNumberOf, readParty } from "./read-party.ts";
import { readRemittance } from "./read-texts.ts";
import { decimalOf, optionalDay, optionalMoment, requiredMoment, requiredValue } from "./read-values.ts";
import { checkTotals, totalsOf } from "./totals.ts";
import { childAt, childrenOf, valueAt, type XmlElement } from "./xml-element.ts";

/** camt.052, camt.053 and camt.054 */
export function readAccountReport(message: XmlElement, problems: Problems): AccountReport {
  const reports = message.children.filter(({ name }) => reportTypes.has(name));
  const type = reportTypes.get(reports[0]?.name ?? "");
  assert(type !== undefined, "the shape requires a report");
  return {
    type,
    messageId: requiredValue(message, "GrpHdr/MsgId"),
    createdAt: requiredMoment(message, "GrpHdr/CreDtTm"),
    accounts: reports.map((report) => readAccount(report, problems)),
  };
}

const reportTypes: ReadonlyMap<string, AccountReport["type"]> = new Map([
  ["Rpt", "intraday"],
  ["Stmt", "statement"],
  ["Ntfctn", "notification"],
]);

function readAccount(report: XmlElement, problems: Problems): ReportedAccount {
  checkSummary(report, problems);
  const account = childAt(report, "Acct");
  return {
    reportId: requiredValue(report, "Id"),
    accountNumber: accountNumberOf(account),
    ...readBalances(report),
    entries: childrenOf(report, "Ntry").map((entry) => readEntry(entry, problems)),
  };
}

/** The summary of one page of several covers the other pages, too. */
function checkSummary(report: XmlElement, problems: Problems): void {
  const page = childAt(report, `${report.name}Pgntn`);
  const isWhole = page === undefined || (valueAt(page, "PgNb") === "1" && isTrue(page, "LastPgInd"));
  if (!isWhole) return;
  const entries = childrenOf(report, "Ntry");
  const summary = childAt(report, "TxsSummry");
  const names = { count: "NbOfNtries", sums: ["Sum"] };
  const check = (part: string, counted: readonly XmlElement[]): void => {
    const amounts = counted.flatMap((entry) => childrenOf(entry, "Amt"));
    checkTotals(childAt(summary, part), names, totalsOf(amounts), problems);
  };
  check("TtlNtries", entries);
  check(
    "TtlCdtNtries",
    entries.filter((entry) => valueAt(entry, "CdtDbtInd") === "CRDT"),
  );
  check(
    "TtlDbtNtries",
    entries.filter((entry) => valueAt(entry, "CdtDbtInd") === "DBIT"),
  );
}

function readEntry(entry: XmlElement, problems: Problems): ReportedEntry {
  const { currency, decimal } = amountIn(entry, "Amt") ?? { currency: "", decimal: 0n };
  const details = childrenOf(entry, "NtryDtls").flatMap((group) => childrenOf(group, "TxDtls"));
  return {
    amountCents: wholeCentsOf(decimal),
    amountText: centsOf(decimal) === undefined ? requiredValue(entry, "Amt") : undefined,
    currency,
    direction: requiredValue(entry, "CdtDbtInd") === "CRDT" ? "credit" : "debit",
    isReversal: isTrue(entry, "RvslInd"),
    // A code or a proprietary value; before 2018 the code was directly inside.
    status: valueAt(entry, "Sts/Cd") ?? valueAt(entry, "Sts/Prtry") ?? requiredValue(entry, "Sts"),
    bankReference: valueAt(entry, "AcctSvcrRef"),
    bookedAt: optionalDay(entry, "BookgDt/Dt") ?? optionalMoment(entry, "BookgDt/DtTm"),
    transactionCode: transactionCodeOf(childAt(entry, "BkTxCd")),
    details: details.map((detail) => readTransaction(detail, currency, problems)),
  };
}

function transactionCodeOf(code: XmlElement | undefined): string | undefined {
  const domain = childAt(code, "Domn");
  if (domain === undefined) return valueAt(code, "Prtry/Cd");
  return ["Cd", "Fmly/Cd", "Fmly/SubFmlyCd"].map((path) => requiredValue(domain, path)).join("/");
}

function readTransaction(detail: XmlElement, currency: string, problems: Problems): ReportedTransaction {
  const amount = amountIn(detail, "Amt") ?? amountIn(detail, "AmtDtls/TxAmt/Amt");
  const party = (side: "Dbtr" | "Cdtr") => ({
    party: childAt(detail, `RltdPties/${side}`),
    account: childAt(detail, `RltdPties/${side}Acct`),
    agent: childAt(detail, `RltdAgts/${side}Agt`),
  });
  return {
    endToEndId: valueAt(detail, "Refs/EndToEndId"),
    transactionId: valueAt(detail, "Refs/TxId"),
    uetr: valueAt(detail, "Refs/UETR"),
    clearingReference: valueAt(detail, "Refs/ClrSysRef"),
    bankReference: valueAt(detail, "Refs/AcctSvcrRef"),
    amountCents: amount?.currency === currency ? centsOf(amount.decimal) : undefined,
    debtor: readParty(party("Dbtr"), problems),
    creditor: readParty(party("Cdtr"), problems),
    remittance: readRemittance(detail),
  };
}

function amountIn(
  element: XmlElement,
  path: string,
): { readonly currency: string; readonly decimal: bigint } | undefined {
  const amount = childAt(element, path);
  return amount === undefined
    ? undefined
    : { currency: amount.attributes.get("Ccy") ?? "", decimal: decimalOf(amount) };
}

function isTrue(element: XmlElement, path: string): boolean {
  return ["true", "1"].includes(valueAt(element, path) ?? "");
}

type Balances = Pick<ReportedAccount, "currency" | "openingCents" | "closingCents" | "closingDate">;

/** The booked balances of a statement: opening (the previous closing balance) and closing. */
function readBalances(report: XmlElement): Balances {
  const balances = childrenOf(report, "Bal");
  const opening = balanceOf(balances, "OPBD") ?? balanceOf(balances, "PRCD");
  const closing = balanceOf(balances, "CLBD");
  const currency = valueAt(report, "Acct/Ccy") ?? opening?.currency ?? closing?.currency;
  return {
    currency,
    openingCents: opening?.currency === currency ? opening?.cents : undefined,
    closingCents: closing?.currency === currency ? closing?.cents : undefined,
    closingDate: closing?.currency === currency && closing?.cents !== undefined ? closing.day : undefined,
  };
}

interface Balance {
  readonly currency: string;
  /** Undefined if hundredths cannot represent it. */
  readonly cents: bigint | undefined;
  readonly day: string | undefined;
}

function balanceOf(balances: readonly XmlElement[], code: string): Balance | undefined {
  const balance = balances.find((candidate) => valueAt(candidate, "Tp/CdOrPrtry/Cd") === code);
  const amount = childAt(balance, "Amt");
  if (balance === undefined || amount === undefined) return undefined;
  const cents = centsOf(decimalOf(amount));
  const isOverdrawn = valueAt(balance, "CdtDbtInd") === "DBIT";
  return {
    currency: amount.attributes.get("Ccy") ?? "",
    cents: isOverdrawn && cents !== undefined ? -cents : cents,
    day: optionalDay(balance, "Dt/Dt") ?? optionalMoment(balance, "Dt/DtTm")?.slice(0, 10),
  };
}
