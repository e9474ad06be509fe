import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type TokenTransaction, transactionColumns } from "./token-transactions.tsx";

test("an amount has its token: an account can have transactions of several", () => {
  const amount = transactionColumns.find(({ header }) => header === "Amount");
  const leg = { address_id: "A", value_type: "ACME", transfer_type: "base" };
  for (const ends of [{ source: leg }, { destination: leg }]) {
    const transaction = { amount: "1250.00", ...ends } as unknown as TokenTransaction;
    const html = renderToStaticMarkup(amount?.cell(transaction));
    expect(html.replaceAll(/<[^>]+>/g, "")).toBe("1,250.00 ACME");
  }
});
