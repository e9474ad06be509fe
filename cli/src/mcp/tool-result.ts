import {
  ApiError,
  ApprovalRequiredError,
  ConnectionError,
  FlorinError,
  NetworkMismatchError,
  TimeoutError,
} from "@florin/sdk";
import { remedyOf } from "./remedies.ts";

/** What a tool returns to the agent: the same as JSON text and as an object. */
export interface ToolResult {
  readonly content: { type: "text"; text: string }[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  readonly [key: string]: unknown;
}

/** A tool refuses a call before anything is sent. */
export class ToolRefusal extends Error {
  override readonly name = "ToolRefusal";
  readonly fields: Readonly<Record<string, unknown>>;

  /** The remedy is for the agent. */
  constructor(fields: { readonly code: string; readonly detail: string; readonly remedy: string }) {
    super(fields.detail);
    this.fields = fields;
  }
}

export function resultOf(value: unknown): ToolResult {
  const fields = typeof value === "object" && value !== null ? { ...value } : { result: value };
  return { content: [{ type: "text", text: JSON.stringify(fields) }], structuredContent: fields };
}

/** An approval is no failure: the operation was accepted, and waits. */
export function resultOfError(error: unknown): ToolResult {
  if (error instanceof ApprovalRequiredError) {
    const { approval, idempotencyKey } = error;
    return resultOf({
      approval_required: true,
      approval,
      idempotency_key: idempotencyKey,
      remedy: `Don't repeat the call. Users approve or reject it in the console; follow it with get_approval.`,
    });
  }
  return { ...resultOf(fieldsOf(error)), isError: true };
}

function fieldsOf(error: unknown): Readonly<Record<string, unknown>> {
  if (error instanceof ToolRefusal) return error.fields;
  if (error instanceof ApiError) return fieldsOfApiError(error);
  if (error instanceof ConnectionError || error instanceof TimeoutError) {
    return { ...failure("outcome_unknown", error), idempotency_key: error.idempotencyKey };
  }
  if (error instanceof NetworkMismatchError) return failure("network_mismatch", error);
  // The SDK refuses a call without an id of its path.
  if (error instanceof FlorinError || error instanceof TypeError) return failure("validation_failed", error);
  // Its message may have anything in it, such as a path.
  return { code: "internal", detail: "The tool failed unexpectedly.", remedy: remedyOf("internal") };
}

function failure(code: string, { message }: Error): Readonly<Record<string, unknown>> {
  return { code, detail: message, remedy: remedyOf(code) };
}

function fieldsOfApiError(error: ApiError): Readonly<Record<string, unknown>> {
  const { status, code, detail, errors, requestId, idempotencyKey } = error;
  return {
    code,
    status,
    detail,
    errors,
    request_id: requestId,
    idempotency_key: idempotencyKey,
    remedy: remedyOf(code, status),
  };
}
