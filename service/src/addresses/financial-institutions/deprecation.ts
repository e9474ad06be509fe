/** 1 November 2026, when one model of addresses took the place of these endpoints: RFC 9745 writes it as a UNIX time. */
const deprecatedSince = "@1793491200";

/** Tells a client that an endpoint is on its way out, and which one does its work. No end is announced. */
export function deprecationHeaders(successor: string): Readonly<Record<string, string>> {
  return { deprecation: deprecatedSince, link: `<${successor}>; rel="successor-version"` };
}

/** The same for the API document. */
export const documentedDeprecation = {
  deprecation: "Since when this endpoint is deprecated (RFC 9745).",
  link: 'The endpoint to use instead, as `rel="successor-version"`.',
};
