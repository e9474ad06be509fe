import { assert } from "../../kernel/assert.ts";
import type { HeaderForm, IsoProfile, NetworkEnvelope } from "./iso-profile.ts";
import { namespaceOf } from "./message-body.ts";
import { idLeaf, leaf, node, nodeIfAny, type XmlNode } from "./xml-node.ts";

/**
 * Envelopes: the network's own for rails in its profile, the ISO 20022 envelope (nvlp.001), or that of SWIFT Alliance
 * Access.
 */
export const envelopeNames = ["none", "network", "business", "swift"] as const;
export type EnvelopeName = (typeof envelopeNames)[number];

/** What the business application header says. */
export interface EnvelopeFacts {
  /** Id of the header: usually that of the message. */
  readonly id: string;
  readonly createdAt: string;
  readonly from: EnvelopeParty;
  readonly to: EnvelopeParty;
  readonly isProduction: boolean;
}

export type EnvelopeParty = { readonly memberId: string } | { readonly bic: string };

/** Puts the `Document` of a message with this name, such as pacs.008.001.08, into an envelope. */
export type Wrap = (document: XmlNode, name: string) => XmlNode;

/** Undefined for a message without envelope. */
export function wrapOf(envelope: EnvelopeName, profile: IsoProfile, facts: EnvelopeFacts): Wrap | undefined {
  switch (envelope) {
    case "none":
      return undefined;
    case "network": {
      const own = profile.envelope;
      return own && ((document, name) => networkNode(own, profile.header, { document, name, facts }));
    }
    case "business":
      return (document, name) =>
        inNamespace(
          namespaceOf("nvlp.001.001.01"),
          node("BizMsgEnvlp", node("Hdr", headerNode(profile.header, name, facts)), node("Doc", document)),
        );
    case "swift":
      return (document, name) =>
        dataPduNode(headerNode(profile.header, name, facts), { document, name, facts });
  }
}

interface Wrapped {
  readonly document: XmlNode;
  readonly name: string;
  readonly facts: EnvelopeFacts;
}

function networkNode(
  { namespace, elements, messages, isUnwrapped }: NetworkEnvelope,
  form: HeaderForm,
  { document, name, facts }: Wrapped,
): XmlNode {
  const type = name.slice(0, "pacs.008".length);
  const inner = type === "pacs.008" || type === "pacs.004" ? messages[type] : undefined;
  assert(inner !== undefined, `the envelope of the network takes no ${type}`);
  const header = headerNode(form, name, facts);
  const parts = isUnwrapped
    ? [outerHeader(header), node(inner, withoutDocument(document))]
    : [node(inner, header, document)];
  const [root = "", ...rest] = elements;
  const content = rest.reduceRight<readonly XmlNode[]>((inside, element) => [node(element, inside)], parts);
  return inNamespace(namespace, node(root, content));
}

/** The header element in the namespace around it; its children keep their own. */
function outerHeader(header: XmlNode): XmlNode {
  assert(typeof header.content !== "string", "a header has elements");
  const { xmlns = "" } = header.attributes;
  return node(
    header.name,
    header.content.map((child) => inNamespace(xmlns, child)),
  );
}

function withoutDocument(document: XmlNode): readonly XmlNode[] {
  assert(typeof document.content !== "string", "a document has a message");
  const { xmlns = "" } = document.attributes;
  return document.content.map((message) => inNamespace(xmlns, message));
}

/** Business application header. */
function headerNode(form: HeaderForm, name: string, facts: EnvelopeFacts): XmlNode {
  const { marketPractice } = form;
  return inNamespace(
    namespaceOf(form.version),
    node(
      "AppHdr",
      node("Fr", partyNode(facts.from)),
      node("To", partyNode(facts.to)),
      idLeaf("BizMsgIdr", facts.id),
      leaf("MsgDefIdr", name),
      form.hasService ? leaf("BizSvc", facts.isProduction ? "PROD" : "TEST") : undefined,
      nodeIfAny("MktPrctc", leaf("Regy", marketPractice?.registry), leaf("Id", marketPractice?.id)),
      leaf("CreDt", facts.createdAt),
    ),
  );
}

function partyNode(party: EnvelopeParty): XmlNode {
  const id = "bic" in party ? leaf("BICFI", party.bic) : node("ClrSysMmbId", leaf("MmbId", party.memberId));
  return node("FIId", node("FinInstnId", id));
}

/** Alliance Access, XML version 2: sender and receiver by their BIC. */
function dataPduNode(header: XmlNode, { document, name, facts }: Wrapped): XmlNode {
  return inNamespace(
    "urn:swift:saa:xsd:saa.2.0",
    node(
      "DataPDU",
      leaf("Revision", "2.0.10"),
      node(
        "Header",
        node(
          "Message",
          idLeaf("SenderReference", facts.id),
          leaf("MessageIdentifier", name),
          leaf("Format", "MX"),
          leaf("SubFormat", "Input"),
          node("Sender", addressParts(facts.from)),
          node("Receiver", addressParts(facts.to)),
        ),
      ),
      node("Body", header, document),
    ),
  );
}

function addressParts(party: EnvelopeParty): readonly (XmlNode | undefined)[] {
  assert("bic" in party, "SWIFT knows banks by their BIC");
  const { bic } = party;
  const branch = bic.slice(8).padEnd(3, "X");
  const dn = `ou=${branch},o=${bic.slice(0, 8)},o=swift`.toLowerCase();
  return [leaf("DN", dn), node("FullName", leaf("X1", `${bic.slice(0, 8)}${branch}`))];
}

function inNamespace(xmlns: string, element: XmlNode): XmlNode {
  return { ...element, attributes: { xmlns, ...element.attributes } };
}
