/** The headers of a delivery that have to do with its signature. */
type Headers = Readonly<Record<string, string>>;

/** What a signature covers: Standard Webhooks signs `id.timestamp.body`. */
export function signedContent(headers: Headers, body: string): string {
  return `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
}

export type SignatureMatch = "standard" | "body" | "none";

/**
 * Compares a signature that an endpoint received or computed with those that were sent: one of `webhook-signature`, with
 * or without its version, or the older one that covers the body alone.
 */
export function matchSignature(pasted: string, headers: Headers): SignatureMatch {
  const bare = (signature: string) => signature.replace(/^v1,/, "");
  const sent = (headers["webhook-signature"] ?? "").split(" ").map(bare);
  const given = pasted.trim().split(/\s+/).map(bare);
  if (given.some((signature) => signature !== "" && sent.includes(signature))) return "standard";
  const ofBody = headers["x-request-signature-sha-256"];
  return ofBody !== undefined && given.some((signature) => signature.toLowerCase() === ofBody)
    ? "body"
    : "none";
}
