import type { OpenApiDocument } from "../../service/src/http/openapi.ts";
import type { TestApi } from "../../service/test/api.ts";
import { type CheckResponse, createResponseCheck } from "../../service/test/response-validation.ts";
import type { GeneratedRequest } from "./generated-request.ts";
import { routedPath } from "./routed-path.ts";
import type { SeenAnswer } from "./seen-answer.ts";
import { send } from "./send.ts";
import { CutOffError } from "./send-raw.ts";

/** Sends one request, and throws when its answer is wrong; undefined when there had to be none. */
export type Ask = (request: GeneratedRequest) => Promise<SeenAnswer | undefined>;

export function createAsk({ baseUrl, app }: TestApi, document: OpenApiDocument = app.document): Ask {
  const check = createResponseCheck(document);
  return async (request) => {
    const answer = await answerTo(baseUrl, request);
    if (answer !== undefined) checkAnswer(check, request, answer);
    return answer;
  };
}

const answerTimeoutMs = 15_000;
/** A body of this size is under way in one piece, so nothing is lost when nobody reads it. */
const alwaysReadBytes = 16_384;

/** Undefined when the service hung up on a body that it had no reason to read to the end, as RFC 9112 §9.6 lets it. */
async function answerTo(baseUrl: string, request: GeneratedRequest): Promise<SeenAnswer | undefined> {
  try {
    return await send(baseUrl, request, answerTimeoutMs);
  } catch (error) {
    const isBig = (request.body?.length ?? 0) > alwaysReadBytes;
    if (error instanceof CutOffError && isBig) return undefined;
    throw error;
  }
}

function checkAnswer(check: CheckResponse, request: GeneratedRequest, answer: SeenAnswer): void {
  if (answer.status >= 500) throw new Error(`it was answered with ${answer.status}: ${answer.text}`);
  if (isUnread(answer, request.method) || isPage(answer, request)) return;
  check({ ...answer, method: request.method, path: routedPath(request.target) });
}

/** Whatever path below the console's is asked for, it is the page that finds its way by itself. */
function isPage({ status, headers }: SeenAnswer, { target, method }: GeneratedRequest): boolean {
  const isReading = method === "GET" || method === "HEAD";
  const type = headers.get("content-type") ?? "";
  return isReading && status === 200 && type.startsWith("text/html") && target.startsWith("/console/");
}

/** What cannot be read as HTTP reaches no operation, so no operation can document it; it has the shape of an error. */
function isUnread({ status, headers, text }: SeenAnswer, method: string): boolean {
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
