import type { ChainName } from "../chains/chain-name.ts";
import { selectSubjectsOfTransaction } from "../chains/engine/history-store.ts";
import type { Session } from "../db/database.ts";
import { parseId } from "../kernel/id.ts";
import { readIdFragment } from "../kernel/id-fragment.ts";
import { parseAmount, usd } from "../kernel/money.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { tokenScale } from "../tokens/index.ts";
import { transfersOwnerName } from "./chain-operations.ts";
import type { TransferSearch } from "./list-store.ts";
import type { TransferScope } from "./store.ts";

/** Codes of Nacha and ISO 20022, such as R01 and AC04. */
export const railCode = /^(?:[A-Z]\d{2}|[A-Z]{2}\d{2})$/i;

/** Interprets a search text: an id or a part of it, an amount, a code of a rail, or otherwise a transaction id. */
export async function readTransferSearch(
  session: Session,
  { tenantId, network, chains }: TransferScope & { readonly chains: readonly ChainName[] },
  text: string,
): Promise<TransferSearch> {
  const id = parseId<"transfer">(text);
  if (id !== undefined) return { kind: "id", id };
  const amount = readAmount(text);
  if (amount !== undefined) return { kind: "amount", units: amount.units };
  if (railCode.test(text)) return { kind: "failure", code: text.toUpperCase() };
  const fragment = readIdFragment(text);
  if (fragment !== undefined) return { kind: "fragment", fragment };
  const ids = await selectSubjectsOfTransaction(session, {
    network,
    chains,
    tenantId,
    owner: transfersOwnerName,
    transactionId: text,
  });
  return { kind: "transaction", transactionId: text, ids };
}

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/** A searched amount in millionths, and in cents if it has whole ones; undefined if the text is no amount. */
export function readAmount(
  text: string,
): { readonly units: bigint; readonly cents: bigint | undefined } | undefined {
  const entered = text.replace(/^\$\s?/, "");
  const plain = grouped.test(entered) ? entered.replaceAll(",", "") : entered;
  const amount = parseAmount(plain, { ...usd, scale: tokenScale }, "");
  if (isRefusal(amount)) return undefined;
  const dollars = parseAmount(plain, usd, "");
  return { units: amount.units, cents: isRefusal(dollars) ? undefined : dollars.units };
}
