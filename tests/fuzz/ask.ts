import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import { confirmationHeader } from "../../service/src/users/confirmations/require-confirmation.ts";
import type { TestApi } from "../../service/test/api.ts";
import { confirmInDatabase } from "../../service/test/console.ts";
import { type CheckResponse, createResponseCheck } from "../../service/test/response-validation.ts";
import type { GeneratedRequest } from "./generated-request.ts";
import { routedPath } from "./routed-path.ts";
import type { ObservedResponse } from "./seen-response.ts";
import { send } from "./send.ts";
import { CutOffError } from "./send-raw.ts";

/** Sends one request, and throws when its response is wrong; undefined when none was required. */
export type Ask = (request: GeneratedRequest) => Promise<ObservedResponse | undefined>;

export function createAsk(
  { baseUrl, app, database, clock }: TestApi,
  document: OpenApiDocument = app.document,
): Ask {
  const check = createResponseCheck(document);
  const ask: Ask = async (request) => {
    const response = await respondTo(baseUrl, request);
    if (response !== undefined) checkResponse(check, request, response);
    return response;
  };
  // Behind the confirmation is what the operation does.
  return async (request) => {
    const response = await ask(request);
    const id = confirmationIn(response);
    if (id === undefined) return response;
    await confirmInDatabase(database, id, clock);
    return ask({ ...request, headers: [...request.headers, [confirmationHeader, id]] });
  };
}

function confirmationIn(response: ObservedResponse | undefined): string | undefined {
  return /"confirmation":\{"id":"(\w+)"/.exec(response?.status === 403 ? response.text : "")?.[1];
}

const responseTimeoutMs = 120_000;
/** A body of this size is sent at once, so the response is not lost when the server does not read the body. */
const alwaysReadBytes = 16_384;

/** Undefined when the server closed the connection on a body that it need not read to the end (RFC 9112 §9.6). */
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
  if (response.status >= 500) throw new Error(`the response was ${response.status}: ${response.text}`);
  if (isUnread(response, request.method) || isPage(response, request)) return;
  check({ ...response, method: request.method, path: routedPath(request.target) });
}

/** Every path below the console's returns the page, which routes on the client. */
function isPage({ status, headers }: ObservedResponse, { target, method }: GeneratedRequest): boolean {
  const isReading = method === "GET" || method === "HEAD";
  const type = headers.get("content-type") ?? "";
  return isReading && status === 200 && type.startsWith("text/html") && target.startsWith("/console/");
}

/** A request that is not valid HTTP reaches no operation, so no operation documents its response: a plain error. */
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
