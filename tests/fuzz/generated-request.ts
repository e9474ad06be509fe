/** A request down to its bytes, without transport headers. */
export interface GeneratedRequest {
  /** The operation that it is a variation of; it may reach another one, or none. */
  readonly operationId: string;
  readonly method: string;
  /** Path and query as in the request line; each character is one byte. */
  readonly target: string;
  readonly protocol: string;
  /** In this order; a name may appear more than once; each character of a value is one byte. */
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
}

export type Header = readonly [name: string, value: string];

const maxShownLength = 2_000;

/**
 * The request in readable form, to be sent again: ambiguous characters are escaped, and values of this run have a
 * name.
 */
export function describeRequest(request: GeneratedRequest, names: ReadonlyMap<string, string>): string {
  const { method, target, protocol, headers, body } = request;
  const lines = [
    `${shown(method)} ${shown(target)} ${shown(protocol)}`,
    ...headers.map(([name, value]) => `${shown(name)}: ${shown(value)}`),
    ...(body === undefined
      ? ["(no body)"]
      : ["", `${shown(body.toString("latin1"))}  (${body.length} bytes)`]),
  ];
  const text = lines.map((line) => `    ${line}`).join("\n");
  return [...names].reduce((named, [value, name]) => named.replaceAll(value, `<${name}>`), text);
}

function shown(text: string): string {
  const cut = text.slice(0, maxShownLength);
  const escaped = cut.replaceAll(
    /[^\x20-\x7e]|\\/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return text.length > maxShownLength ? `${escaped}… (${text.length} in all)` : escaped;
}
