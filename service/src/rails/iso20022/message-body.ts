import type { Problems } from "./problems.ts";
import { valueAt, type XmlElement } from "./xml-element.ts";

/** A message without its envelope. */
export interface MessageBody {
  /** For example `pacs.008.001.08`. */
  readonly name: string;
  readonly element: XmlElement;
}

interface Envelope {
  readonly root: string;
  readonly namespace: RegExp;
  /** From the root to the parent of the message; `*` is the only element beside the header. */
  readonly path: readonly string[];
}

const document = "Document";
const header = "AppHdr";

/** The envelopes that banks and networks use. In the RTP network the message has no `Document`. */
const envelopes: readonly Envelope[] = [
  { root: document, namespace: /^/, path: [] },
  { root: "Message", namespace: /^urn:tch$/, path: ["*"] },
  ...["FedwireFunds", "FedNow"].flatMap((network) =>
    ["Incoming", "Outgoing"].map((direction) => ({
      root: `${network}${direction}`,
      namespace: new RegExp(`^urn:${network}:${direction}:v\\d{3}$`, "i"),
      path: [`${network}${direction}Message`, "*", document],
    })),
  ),
  {
    root: "BizMsgEnvlp",
    namespace: /^urn:iso:std:iso:20022:tech:xsd:nvlp\.001\.001\.\d{2}$/,
    path: ["Doc", document],
  },
  { root: "DataPDU", namespace: /^urn:swift:saa:xsd:saa\.2\.0$/, path: ["Body", document] },
  { root: "Envelope", namespace: /^urn:swift:xsd:envelope$/, path: [document] },
  // SWIFT defines no namespace for it.
  { root: "RequestPayload", namespace: /^/, path: [document] },
];

/** @public Names of the root elements that are read. */
export const envelopeRoots: readonly string[] = envelopes.map(({ root }) => root);

const namespacePrefix = "urn:iso:std:iso:20022:tech:xsd:";
const messageName = /^[a-z]{4}\.\d{3}\.\d{3}\.\d{2}$/;

export function namespaceOf(name: string): string {
  return `${namespacePrefix}${name}`;
}

/** The message in a file: inside a `Document`, which may be in an envelope with an application header. */
export function findBody(root: XmlElement, problems: Problems): MessageBody | undefined {
  const envelope = envelopes.find(
    ({ root: name, namespace }) => root.name === name && namespace.test(root.namespace),
  );
  const holders = envelope === undefined ? [] : descend(root, envelope.path);
  const holder = holders.at(-1);
  const [element, ...others] = holder?.children ?? [];
  if (holder === undefined || element === undefined || others.length > 0) {
    problems.add(root, "root", "The root must be a Document or a known envelope, with exactly one message.");
    return undefined;
  }
  const name = nameOf(element.namespace);
  const isSameSpace = holder.name !== document || holder.namespace === element.namespace;
  if (name === undefined || !isSameSpace) {
    problems.add(element, "namespace", "The namespace is not that of an ISO 20022 message.");
    return undefined;
  }
  checkHeaders(holders, name, problems);
  return { name, element };
}

/** The elements from the root along the path; empty if one is missing, repeated, or has text or attributes. */
function descend(root: XmlElement, path: readonly string[]): readonly XmlElement[] {
  const elements = [root];
  for (const name of path) {
    const candidates = elements
      .at(-1)
      ?.children.filter((child) => child.name === name || (name === "*" && child.name !== header));
    const [next] = candidates ?? [];
    if (next === undefined || candidates?.length !== 1) return [];
    elements.push(next);
  }
  return elements.every(({ text, attributes }) => text.trim() === "" && attributes.size === 0)
    ? elements
    : [];
}

/** A header for another message type means that the file was put together incorrectly. */
function checkHeaders(holders: readonly XmlElement[], name: string, problems: Problems): void {
  const beside = holders.flatMap(({ children }) => children);
  const headers = [
    ...beside,
    ...beside.filter((child) => child.name === "Hdr").flatMap(({ children }) => children),
  ];
  for (const found of headers.filter((element) => element.name === header)) {
    if ((valueAt(found, "MsgDefIdr") ?? name) === name) continue;
    problems.add(found, "root", `${header} names another message type than ${name}.`);
  }
}

function nameOf(namespace: string): string | undefined {
  const name = namespace.startsWith(namespacePrefix) ? namespace.slice(namespacePrefix.length) : "";
  return messageName.test(name) ? name : undefined;
}
