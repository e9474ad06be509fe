import type { Input, NamedOperation } from "./operation.ts";

/** A request without credentials. */
export interface PreparedRequest {
  readonly url: string;
  /** Also of `fetch`, which sets the content type of forms. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | Readonly<Record<string, string>> | undefined;
}

/**
 * Distributes the input: what the path names goes into the path, and the rest into the body or, without one, the query.
 */
export function prepareRequest(baseUrl: string, operation: NamedOperation, input: Input): PreparedRequest {
  const rest = new Map(Object.entries(input));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return segmentOf(operation.name, name, value);
  });
  const { encoding } = operation;
  if (encoding === undefined) return { url: baseUrl + path + queryOf(rest), headers: {}, body: undefined };
  const url = baseUrl + path;
  const fields = Object.fromEntries(rest);
  if (encoding === "multipart") return { url, headers: {}, body: formOf(fields) };
  if (encoding === "form") return { url, headers: {}, body: textsOf(fields) };
  return { url, headers: { "content-type": "application/json" }, body: JSON.stringify(fields) };
}

/** A missing id would request something else, such as a whole list, so it is not sent. */
function segmentOf(operation: string, name: string, value: unknown): string {
  if (typeof value === "string" && value !== "" && !/^\.{1,2}$/.test(value)) return encodeURIComponent(value);
  throw new TypeError(`${operation} needs ${name}`);
}

/** `{ page: { size: 2 } }` is `page[size]=2`; a list repeats its name. */
function queryOf(fields: ReadonlyMap<string, unknown>): string {
  const pairs = [...fields].flatMap(([name, value]) => {
    if (typeof value !== "object" || value === null) return [[name, value] as const];
    return Object.entries(value).map(
      ([key, inner]) => [Array.isArray(value) ? name : `${name}[${key}]`, inner] as const,
    );
  });
  const given = pairs.filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return given.length === 0 ? "" : `?${query.toString()}`;
}

function textsOf(fields: Input): Readonly<Record<string, string>> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

function formOf(fields: Input): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value);
    else if (typeof value === "string") form.append(name, value);
  }
  return form;
}
