import createClient from "openapi-fetch";
import { workspacePath } from "../workspace/workspace-path.ts";
import { ApiError, apiErrorFrom, waitsForApproval } from "./api-error.ts";
import { isAttended } from "./presence.ts";
import { sessionHandlers } from "./session-handlers.ts";

export type Method = "get" | "post" | "put" | "patch" | "delete";

export interface AnyInit {
  readonly params?: { readonly path?: object; readonly query?: object };
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotent?: boolean;
  readonly idempotencyKey?: string;
  readonly parseAs?: "json" | "blob";
  /** A 401 refers to what was sent, such as a wrong code, and does not end the session. */
  readonly isProof?: boolean;
}

type AnyOperation = { parameters: { path?: object; query?: object }; responses: { 200: unknown } };
type AnyPaths = Record<string, Record<Method, AnyOperation>>;
const client = createClient<AnyPaths>({
  // Looked up on each request, so that a test can replace it.
  fetch: (request) => globalThis.fetch(request),
});

/**
 * Sends a request and returns the parsed body, or throws an ApiError. If the second factor is required, the request is
 * repeated once the user has confirmed it, and names the confirmation if it was for this request only; if the session
 * has ended, the user is sent to the sign-in page.
 */
export async function request(method: Method, path: string, init: AnyInit = {}): Promise<unknown> {
  const headers = headersOf(method, init);
  try {
    return await execute(method, path, init, headers);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === "second_factor_required") {
      await sessionHandlers().confirmSecondFactor(error);
      // Reuses the idempotency key: the first attempt was rejected before it had any effect.
      return execute(method, path, init, { ...headers, ...confirmationHeaderOf(error) });
    }
    if (error.status === 401 && init.isProof !== true) sessionHandlers().onSignedOut();
    throw error;
  }
}

function headersOf(
  method: Method,
  { idempotent = false, idempotencyKey }: AnyInit,
): Readonly<Record<string, string>> {
  // Automatic refreshes without user activity must not extend the session.
  if (method === "get") return isAttended() ? {} : { "x-florin-unattended": "1" };
  // Forces a CORS preflight, so that pages of other origins cannot send this request.
  const csrfHeader = { "x-florin-console": "1" };
  const key = idempotencyKey ?? (idempotent ? crypto.randomUUID() : undefined);
  return key === undefined ? csrfHeader : { ...csrfHeader, "Idempotency-Key": key };
}

function confirmationHeaderOf({ confirmation }: ApiError): Readonly<Record<string, string>> {
  return confirmation === undefined ? {} : { "x-florin-confirmation": confirmation.id };
}

async function execute(
  method: Method,
  path: string,
  { params = {}, body, signal, parseAs = "json" }: AnyInit,
  headers: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { data, error, response } = await client
    .request(method, path, {
      baseUrl: globalThis.location.origin,
      params,
      headers,
      parseAs,
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    } as Record<string, unknown>)
    .catch(rethrowUnreachable);
  if (response.status === 202) throwIfWaiting(response, params.path);
  if (response.ok) return data;
  throw apiErrorFrom(response.status, error, response.headers.get("x-request-id") ?? undefined);
}

/** An operation that waits for approvals has not had its effect, so callers must not go on as after a success. */
function throwIfWaiting(response: Response, path: object = {}): void {
  const id = /\/approvals\/(\w+)$/.exec(response.headers.get("location") ?? "")?.[1];
  if (id === undefined) return;
  const { tenant_id: tenantId, network } = path as Readonly<Record<string, string | undefined>>;
  const isInWorkspace = response.headers.get("location")?.startsWith("/accounts/") === true;
  throw waitsForApproval(
    isInWorkspace && tenantId !== undefined && network !== undefined
      ? workspacePath(tenantId, network, "approvals", id)
      : `/ops/approvals/${id}`,
  );
}

function rethrowUnreachable(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
  throw new ApiError({ status: 0, code: "unreachable", detail: "The service could not be reached." });
}
