import type { GeneratedRequest } from "./generated-request.ts";
import type { ObservedResponse } from "./seen-response.ts";
import { sendRaw } from "./send-raw.ts";
import { holdsBlock, isStream } from "./stream-response.ts";

/** Sends the request unchanged: with fetch where fetch would not change it, otherwise byte by byte. */
export function send(
  baseUrl: string,
  request: GeneratedRequest,
  timeoutMs: number,
): Promise<ObservedResponse> {
  return isForFetch(baseUrl, request)
    ? sendByFetch(baseUrl, request, timeoutMs)
    : sendRaw(baseUrl, request, timeoutMs);
}

async function sendByFetch(
  baseUrl: string,
  { method, target, headers, body }: GeneratedRequest,
  timeoutMs: number,
): Promise<ObservedResponse> {
  const response = await fetch(baseUrl + target, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  });
  const text = isStream(response.headers) ? beginningOf(response) : response.text();
  return { status: response.status, headers: response.headers, text: await text };
}

/** Leaving the loop cancels the stream. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (holdsBlock(text)) break;
  }
  return text;
}

const fetchMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
// Headers that fetch sets itself, or refuses to send.
const fetchOwns = new Set([
  "connection",
  "content-length",
  "cookie",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function isForFetch(baseUrl: string, { method, target, protocol, headers, body }: GeneratedRequest): boolean {
  const names = headers.map(([name]) => name.toLowerCase());
  return (
    protocol === "HTTP/1.1" &&
    fetchMethods.has(method) &&
    !(body !== undefined && (method === "GET" || method === "HEAD")) &&
    new Set(names).size === names.length &&
    names.every((name) => /^[a-z0-9_-]+$/.test(name) && !fetchOwns.has(name)) &&
    headers.every(([, value]) => /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/.test(value)) &&
    isLeftAlone(baseUrl, target)
  );
}

/** A URL normalizes its input: dots, spaces, backslashes. Only a target that is already normalized may use one. */
function isLeftAlone(baseUrl: string, target: string): boolean {
  if (!target.startsWith("/")) return false;
  const { origin, pathname, search, hash } = new URL(baseUrl + target);
  return origin === baseUrl && pathname + search === target && hash === "";
}
