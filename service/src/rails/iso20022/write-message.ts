import { assert } from "../../kernel/assert.ts";
import { formatCents } from "./decimal.ts";
import { namespaceOf } from "./message-body.ts";
import { readIsoMessage } from "./read-iso-message.ts";
import { isCode } from "./values.ts";
import type { Wrap } from "./write-envelope.ts";
import { idLeaf, leaf, node, renderXml, type XmlNode } from "./xml-node.ts";

/** Serializes a message. It must pass our own reader before it is returned. */
export function writeMessage(name: string, body: XmlNode, wrap?: Wrap): Buffer {
  const document = { ...node("Document", body), attributes: { xmlns: namespaceOf(name) } };
  const bytes = Buffer.from(renderXml(wrap === undefined ? document : wrap(document, name)), "utf8");
  const reading = readIsoMessage(bytes);
  const problems = reading.ok ? [] : reading.problems.map(({ rule, detail }) => `${rule}: ${detail}`);
  assert(reading.ok, `invalid ${name}: ${problems.join(" ")}`);
  return bytes;
}

/** Count and sum of a group. */
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

/** US codes of the external clearing system code set; other names are proprietary. */
const clearingCodes: ReadonlySet<string> = new Set(["FDW", "FDN", "TCH", "CHI", "ACH"]);

export function clearingSystemNode(system: string | undefined): XmlNode | undefined {
  if (system === undefined) return undefined;
  return node("ClrSys", idLeaf(clearingCodes.has(system) ? "Cd" : "Prtry", system));
}

/** A code of the external code set, or a proprietary value if it cannot be one. */
export function codeNode(name: string, code: string | undefined): XmlNode | undefined {
  if (code === undefined) return undefined;
  return node(name, leaf(isCode(code, 4) ? "Cd" : "Prtry", code));
}
