import type { components } from "./schema.d.ts";

/** An error response of the API. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly errors: readonly FieldError[];
  /** What the user must confirm before the request is sent again. */
  readonly confirmation: RequestedConfirmation | undefined;
  /** The page of the approval that the operation waits for. */
  readonly approvalPage: string | undefined;

  constructor(facts: ApiErrorFacts) {
    const { status, code, detail, requestId, errors = [], confirmation, approvalPage } = facts;
    super(detail);
    this.name = "ApiError";
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.requestId = requestId;
    this.errors = errors;
    this.confirmation = confirmation;
    this.approvalPage = approvalPage;
  }
}

export type RequestedConfirmation = NonNullable<components["schemas"]["ConfirmationError"]["confirmation"]>;

export interface FieldError {
  /** Where in the body, as a JSON pointer: `/amount/value`. */
  readonly pointer: string;
  readonly detail: string;
}

interface ApiErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly requestId?: string | undefined;
  readonly errors?: readonly FieldError[];
  readonly confirmation?: RequestedConfirmation | undefined;
  readonly approvalPage?: string;
}

/** Thrown when the user dismisses the second-factor dialog: nothing was done, so no error is shown. */
const canceledCode = "canceled";

export function isCanceled(error: unknown): boolean {
  return error instanceof ApiError && error.code === canceledCode;
}

export function canceled(): ApiError {
  return new ApiError({ status: 0, code: canceledCode, detail: "Canceled. Nothing was changed." });
}

/** Thrown when a rule demands approvals: the operation is stored, and nothing else was done yet. */
export function waitsForApproval(approvalPage: string): ApiError {
  const detail = "Another user must approve it before it takes effect.";
  return new ApiError({ status: 202, code: "waits_for_approval", detail, approvalPage });
}

/** The page of the approval, if the operation waits for one. */
export function approvalPageOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.approvalPage : undefined;
}

/** Parses the API's error format; anything else (a proxy's page, an empty body) becomes a generic error. */
export function apiErrorFrom(status: number, body: unknown, requestId: string | undefined): ApiError {
  const { code, detail, request_id, errors, confirmation } = isRecord(body) ? body : {};
  return new ApiError({
    status,
    code: typeof code === "string" ? code : "unreadable_response",
    detail: typeof detail === "string" ? detail : `The service returned HTTP ${status} without details.`,
    requestId: typeof request_id === "string" ? request_id : requestId,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    confirmation: isConfirmation(confirmation) ? confirmation : undefined,
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function isConfirmation(value: unknown): value is RequestedConfirmation {
  return isRecord(value) && typeof value["id"] === "string" && Array.isArray(value["facts"]);
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value["pointer"] === "string" && typeof value["detail"] === "string";
}

/** Validation message for one field of the request, such as `/address/city`. */
export function validationIssueAt(error: unknown, pointer: string): string | undefined {
  return error instanceof ApiError
    ? error.errors.find((each) => each.pointer === pointer)?.detail
    : undefined;
}
