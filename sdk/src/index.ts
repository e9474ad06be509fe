export type {
  DocumentRequirement,
  FlorinEvent,
  Payment,
  Transfer,
  TransferFailure,
  UnknownEvent,
} from "./event.ts";
export type { WebhookHeaders } from "./headers.ts";
export { idempotencyKeyOf } from "./idempotency-key.ts";
export { type SignedHeaders, signWebhook, type WebhookToSign } from "./sign-webhook.ts";
export { type VerificationFailure, WebhookVerificationError } from "./verification-error.ts";
export { type VerifyOptions, verifyWebhook } from "./verify-webhook.ts";
