export type { RawRequest } from "./client/composed.ts";
export { createFlorin, type Florin } from "./client/create-florin.ts";
export {
  ApiError,
  type ApiErrorCode,
  ApprovalRequiredError,
  ConnectionError,
  type ErrorCode,
  type FieldError,
  FlorinError,
  isApiError,
  NetworkMismatchError,
  TimeoutError,
  type TokenErrorCode,
} from "./client/errors.ts";
export type { StreamedEvent, StreamInput, StreamOptions } from "./client/event-stream.ts";
export type { Attempt, Hooks, Outcome } from "./client/hooks.ts";
export type {
  CallOptions,
  ClientKey,
  ClientSecret,
  Credentials,
  FlorinOptions,
  Network,
  TokenSource,
  WriteOptions,
} from "./client/options.ts";
export type { PageQuery, Pages } from "./client/types.ts";
export type { WaitOptions } from "./client/wait-until-final.ts";
export type { FlorinEvent, UnknownEvent } from "./event.ts";
export type { KnownEvent } from "./generated/events.ts";
/** Types of all requests and responses: `Api.Transfer`. */
export type * as Api from "./generated/schema.ts";
export type { WebhookHeaders } from "./headers.ts";
export { idempotencyKeyOf } from "./idempotency-key.ts";
export { type SignedHeaders, signWebhook, type WebhookToSign } from "./sign-webhook.ts";
export { type VerificationFailure, WebhookVerificationError } from "./verification-error.ts";
export { type VerifyOptions, verifyWebhook, verifyWebhookAsync } from "./verify-webhook.ts";
