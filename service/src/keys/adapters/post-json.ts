import { KeyProviderError } from "../key-wrapper.ts";

export interface JsonRequest {
  /** Of the provider, for error messages. */
  readonly provider: string;
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
  /** The provider's own words about a failure. */
  readonly explain: (body: unknown) => string | undefined;
}

const timeoutMs = 10_000;
const maxExplanationLength = 300;

/** The JSON body of a successful response. A redirect is a failure: it would send credentials to another server. */
export async function requestJson(request: JsonRequest): Promise<unknown> {
  const { provider, url, method = "POST", headers = {}, body } = request;
  const response = await fetch(url, {
    method,
    headers,
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body }),
  }).catch((cause: unknown) => {
    throw new KeyProviderError("unreachable", `${provider} cannot be reached at ${hostOf(url)}`, { cause });
  });
  const parsed: unknown = await response.json().catch(() => undefined);
  if (response.ok) return parsed;
  const explanation = request.explain(parsed)?.slice(0, maxExplanationLength) ?? "no reason given";
  throw new KeyProviderError(
    failureOf(response.status),
    `${provider} responded ${response.status}: ${explanation}`,
  );
}

function failureOf(status: number): "unreachable" | "denied" | "rejected" {
  if (status === 401 || status === 403) return "denied";
  return status === 429 || status >= 500 ? "unreachable" : "rejected";
}

/** Without the path, which names the key. */
function hostOf(url: string): string {
  return new URL(url).host;
}

/** The text at this path of a JSON value. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>(
    (current, name) =>
      typeof current === "object" && current !== null ? Reflect.get(current, name) : undefined,
    value,
  );
  return typeof found === "string" ? found : undefined;
}

export function requireText(provider: string, text: string | undefined, name: string): string {
  if (text !== undefined && text !== "") return text;
  throw new KeyProviderError("rejected", `${provider} responded without ${name}`);
}
