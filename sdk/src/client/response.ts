import type { Approval } from "../generated/schema.ts";
import { ApiError, ApprovalRequiredError, ConnectionError, type ErrorCode } from "./errors.ts";

/** The value of a successful response; throws what any other one means. */
export async function readResponse(response: Response, idempotencyKey: string | undefined): Promise<unknown> {
  const value = parse(response, await response.text(), idempotencyKey);
  if (!response.ok) throw errorOf(response, value, idempotencyKey);
  if (waitsForApproval(response)) throw new ApprovalRequiredError(value as Approval, { idempotencyKey });
  return value;
}

function parse(response: Response, text: string, idempotencyKey: string | undefined): unknown {
  if (!response.headers.get("content-type")?.startsWith("application/json")) {
    return text === "" ? undefined : text;
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ConnectionError("the response is not complete", { cause, idempotencyKey });
  }
}

/** Other operations respond with 202, too; only an approval is the location of something else than the result. */
function waitsForApproval({ status, headers }: Response): boolean {
  return status === 202 && /\/approvals\/\w+$/.test(headers.get("location") ?? "");
}

/** Of the API, of the token service (RFC 6749 §5.2), or of a proxy in between. */
function errorOf(response: Response, value: unknown, idempotencyKey: string | undefined): ApiError {
  const { status, headers } = response;
  const body = (typeof value === "object" ? value : {}) as ErrorFields;
  const code = body.code ?? body.error ?? "unexpected_response";
  const detail = body.detail ?? body.error_description ?? `unexpected response of status ${status}`;
  const requestId = body.request_id ?? headers.get("x-request-id") ?? undefined;
  const retryAfterMs = retryAfter(headers);
  return new ApiError(
    { status, code, detail, requestId, errors: body.errors ?? [], retryAfterMs },
    { idempotencyKey },
  );
}

interface ErrorFields {
  readonly code?: ErrorCode;
  readonly error?: ErrorCode;
  readonly detail?: string;
  readonly error_description?: string;
  readonly request_id?: string;
  readonly errors?: ApiError["errors"];
}

/** RFC 9110 §10.2.3: seconds, or a date, which is relative to the sender's own `Date`. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(value)
    ? Number(value) * 1000
    : Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
