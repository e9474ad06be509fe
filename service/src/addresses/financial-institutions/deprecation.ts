/** 1 November 2026, when the address model replaced these endpoints; a UNIX time, as in RFC 9745. */
const deprecatedSince = "@1793491200";

/** Headers of a deprecated endpoint, with its successor. There is no sunset date. */
export function deprecationHeaders(successor: string): Readonly<Record<string, string>> {
  return { deprecation: deprecatedSince, link: `<${successor}>; rel="successor-version"` };
}

/** The headers for the OpenAPI document. */
export const documentedDeprecation = {
  deprecation: "When this endpoint was deprecated (RFC 9745).",
  link: 'Successor of the endpoint, as `rel="successor-version"`.',
};
