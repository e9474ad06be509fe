/** Envelopes in which banks and networks send a message. */
const envelopes = {
  FedwireFundsIncoming: (inner: string) => fedwire("FedwireFunds", "Incoming", inner),
  FedwireFundsOutgoing: (inner: string) => fedwire("FedwireFunds", "Outgoing", inner),
  FedNowIncoming: (inner: string) => fedwire("FedNow", "Incoming", inner),
  FedNowOutgoing: (inner: string) => fedwire("FedNow", "Outgoing", inner),
  BizMsgEnvlp: (inner: string, header: string) =>
    `<env:BizMsgEnvlp xmlns:env="urn:iso:std:iso:20022:tech:xsd:nvlp.001.001.01"><env:Hdr>${header}</env:Hdr><env:Doc>${inner.replace(header, "")}</env:Doc></env:BizMsgEnvlp>`,
  DataPDU: (inner: string) =>
    `<Saa:DataPDU xmlns:Saa="urn:swift:saa:xsd:saa.2.0"><Saa:Revision>2.0.10</Saa:Revision><Saa:Header><Saa:Message/></Saa:Header><Saa:Body>${inner}</Saa:Body></Saa:DataPDU>`,
  Envelope: (inner: string) => `<Envelope xmlns="urn:swift:xsd:envelope">${inner}</Envelope>`,
  RequestPayload: (inner: string) => `<RequestPayload>${inner}</RequestPayload>`,
} as const satisfies Record<string, (inner: string, header: string) => string>;

type EnvelopeName = keyof typeof envelopes;
export const envelopeNames = Object.keys(envelopes) as readonly EnvelopeName[];

/** A file with a Document, in an envelope with an application header. */
export function envelopedIn(name: EnvelopeName, file: string): string {
  const [document = ""] = /<Document[\s\S]*<\/Document>/.exec(file) ?? [];
  const [, type = ""] = /tech:xsd:([a-z0-9.]+)"/.exec(document) ?? [];
  const space = "urn:iso:std:iso:20022:tech:xsd:head.001.001.03";
  const header = `<AppHdr xmlns="${space}"><BizMsgIdr>B-1</BizMsgIdr><MsgDefIdr>${type}</MsgDefIdr></AppHdr>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${envelopes[name](header + document, header)}\n`;
}

function fedwire(network: string, direction: string, inner: string): string {
  const root = `${network}${direction}`;
  const kind = `${network}CustomerCreditTransfer`;
  const space = `urn:${network.toLowerCase()}:${direction.toLowerCase()}:v001`;
  return `<${root} xmlns="${space}"><${root}Message><${kind}>${inner}</${kind}></${root}Message></${root}>`;
}
