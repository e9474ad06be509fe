import { centsOf } from "./decimal.ts";
import type { ReportedAccount } from "./iso-message.ts";
import { decimalOf, optionalDay, optionalMoment } from "./read-values.ts";
import { childAt, childrenOf, valueAt, type XmlElement } from "./xml-element.ts";

type Balances = Pick<ReportedAccount, "currency" | "openingCents" | "closingCents" | "closingDate">;

/** The booked balances of a statement: opening (the previous closing balance) and closing. */
export function readBalances(report: XmlElement): Balances {
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
