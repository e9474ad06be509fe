import { createProblems } from "../src/rails/iso20022/problems.ts";
import { readXml } from "../src/rails/iso20022/read-xml.ts";
import type { XmlElement } from "../src/rails/iso20022/xml-element.ts";

/** The root element of a message, without the checks of our reader. */
export function parseXml(bytes: Buffer): XmlElement {
  const root = readXml(bytes, createProblems());
  if (root === undefined) throw new Error("not well-formed");
  return root;
}

/** Every value of an element with its path, such as `GrpHdr/MsgId = 1`; attributes as `Amt @Ccy = USD`. */
export function leavesOf({ children, text, attributes }: XmlElement, path = ""): readonly string[] {
  const own = [...attributes].map(([name, value]) => `${path} @${name} = ${value}`);
  const values = children.length === 0 ? [`${path} = ${text}`] : [];
  return [
    ...own,
    ...values,
    ...children.flatMap((child) => leavesOf(child, path === "" ? child.name : `${path}/${child.name}`)),
  ];
}

/** The element itself and all below it. */
export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return [element, ...element.children.flatMap(elementsOf)];
}
