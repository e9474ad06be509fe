/** Why a webhook was rejected. The message is for the receiver's log; it never contains a secret. */
export type VerificationFailure =
  | "missing_header"
  | "malformed_header"
  | "malformed_secret"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "no_matching_signature"
  | "malformed_body";

export class WebhookVerificationError extends Error {
  override readonly name = "WebhookVerificationError";
  readonly reason: VerificationFailure;

  constructor(reason: VerificationFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
