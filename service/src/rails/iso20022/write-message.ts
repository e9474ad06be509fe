import { assert } from "../../kernel/assert.ts";
import { formatCents } from "./decimal.ts";
import { namespaceOf } from "./message-body.ts";
import { readIsoMessage } from "./read-iso-message.ts";
import { isCode } from "./values.ts";
import { leaf, node, renderXml, type XmlNode } from "./xml-node.ts";

/** The file of a message. What our own reader would refuse never leaves the house. */
export function writeMessage(name: string, body: XmlNode): Buffer {
  const document = { ...node("Document", body), attributes: { xmlns: namespaceOf(name) } };
  const bytes = Buffer.from(renderXml(document), "utf8");
  const reading = readIsoMessage(bytes);
  const problems = reading.ok ? [] : reading.problems.map(({ rule, detail }) => `${rule}: ${detail}`);
  assert(reading.ok, `this is no ${name}: ${problems.join(" ")}`);
  return bytes;
}

/** Of a whole group: how many, and how much. */
export function groupTotals(amountName: string, amounts: readonly bigint[]) {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  return {
    count: leaf("NbOfTxs", String(amounts.length)),
    controlSum: leaf("CtrlSum", formatCents(sum)),
    total: dollarsLeaf(amountName, sum),
  };
}

export function dollarsLeaf(name: string, cents: bigint): XmlNode | undefined {
  return moneyLeaf(name, cents, "USD");
}

export function moneyLeaf(name: string, cents: bigint, currency: string): XmlNode | undefined {
  assert(cents >= 0n, `${name} is not negative`);
  return leaf(name, formatCents(cents), { Ccy: currency });
}

/** A code of the standard's lists, or, when it cannot be one, the bank's own word. */
export function codeNode(name: string, code: string | undefined): XmlNode | undefined {
  if (code === undefined) return undefined;
  return node(name, leaf(isCode(code, 4) ? "Cd" : "Prtry", code));
}
