import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import type { TestApi } from "../../service/test/api.ts";
import { type CheckResponse, createResponseCheck } from "../../service/test/response-validation.ts";
import type { GeneratedRequest } from "./generated-request.ts";
import { routedPath } from "./routed-path.ts";
import type { ObservedResponse } from "./seen-response.ts";
import { send } from "./send.ts";
import { CutOffError } from "./send-raw.ts";

/** Sends one request, and throws when its answer is wrong; undefined when there had to be none. */
export type Ask = (request: GeneratedRequest) => Promise<ObservedResponse | undefined>;

export function createAsk({ baseUrl, app }: TestApi, document: OpenApiDocument = app.document): Ask {
  const check = createResponseCheck(document);
  return async (request) => {
    const response = await respondTo(baseUrl, request);
    if (response !== undefined) checkResponse(check, request, response);
    return response;
  };
}

const responseTimeoutMs = 15_000;
/** A body of this size is under way in one piece, so nothing is lost when nobody reads it. */
const alwaysReadBytes = 16_384;

/** Undefined when the service hung up on a body that it had no reason to read to the end, as RFC 9112 §9.6 lets it. */
async function respondTo(baseUrl: string, request: GeneratedRequest): Promise<ObservedResponse | undefined> {
  try {
    return await send(baseUrl, request, responseTimeoutMs);
  } catch (error) {
    const isBig = (request.body?.length ?? 0) > alwaysReadBytes;
    if (error instanceof CutOffError && isBig) return undefined;
    throw error;
  }
}

function checkResponse(check: CheckResponse, request: GeneratedRequest, response: ObservedResponse): void {
  if (response.status >= 500) throw new Error(`it was answered with ${response.status}: ${response.text}`);
  if (isUnread(response, request.method) || isPage(response, request)) return;
  check({ ...response, method: request.method, path: routedPath(request.target) });
}

/** Whatever path below the console's is asked for, it is the page that finds its way by itself. */
function isPage({ status, headers }: ObservedResponse, { target, method }: GeneratedRequest): boolean {
  const isReading = method === "GET" || method === "HEAD";
  const type = headers.get("content-type") ?? "";
  return isReading && status === 200 && type.startsWith("text/html") && target.startsWith("/console/");
}

/** What cannot be read as HTTP reaches no operation, so no operation can document it; it has the shape of an error. */
function isUnread({ status, headers, text }: ObservedResponse, method: string): boolean {
  if (headers.get("x-request-id") !== "unread" || ![400, 408, 431].includes(status)) return false;
  if (method === "HEAD") return true;
  const { code, detail, title, ...rest } = JSON.parse(text);
  return (
    code === "malformed_request" &&
    typeof detail === "string" &&
    typeof title === "string" &&
    JSON.stringify(rest) === JSON.stringify({ status, request_id: "unread" })
  );
}
