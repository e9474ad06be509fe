import type { Problems } from "./problems.ts";
import type { XmlElement } from "./xml-element.ts";

/** A message without its envelope. */
export interface MessageBody {
  /** For example `pacs.008.001.08`. */
  readonly name: string;
  readonly element: XmlElement;
}

const namespacePrefix = "urn:iso:std:iso:20022:tech:xsd:";
const messageName = /^[a-z]{4}\.\d{3}\.\d{3}\.\d{2}$/;
const rtpNamespace = "urn:tch";

export function namespaceOf(name: string): string {
  return `${namespacePrefix}${name}`;
}

/**
 * The message in a file: inside a `Document`, or inside the `Message` envelope of the RTP network, which has a header
 * and an element named after the message type.
 */
export function findBody(root: XmlElement, problems: Problems): MessageBody | undefined {
  const holder =
    root.name === "Message" && root.namespace === rtpNamespace ? rtpHolder(root) : documentOf(root);
  const [element, ...others] = holder?.children ?? [];
  const isBare = [root, holder].every((wrap) => wrap?.text.trim() === "" && wrap.attributes.size === 0);
  if (holder === undefined || element === undefined || others.length > 0 || !isBare) {
    problems.add(
      root,
      "root",
      "The root must be a Document, or a Message of the RTP network, with exactly one message.",
    );
    return undefined;
  }
  const name = nameOf(element.namespace);
  const isSameSpace = holder.name !== "Document" || holder.namespace === element.namespace;
  if (name !== undefined && isSameSpace) return { name, element };
  problems.add(element, "namespace", "The namespace is not that of an ISO 20022 message.");
  return undefined;
}

function documentOf(root: XmlElement): XmlElement | undefined {
  return root.name === "Document" ? root : undefined;
}

function rtpHolder(root: XmlElement): XmlElement | undefined {
  const holders = root.children.filter(({ name }) => name !== "AppHdr");
  return holders.length === 1 ? holders[0] : undefined;
}

function nameOf(namespace: string): string | undefined {
  const name = namespace.startsWith(namespacePrefix) ? namespace.slice(namespacePrefix.length) : "";
  return messageName.test(name) ? name : undefined;
}
