/** Sends POST requests to customer-provided URLs. The adapter decides where it may connect and follows no redirects. */
export interface WebhookSender {
  /** Never rejects: every failure is an outcome. */
  send(post: WebhookPost): Promise<SendOutcome>;
  close(): Promise<void>;
}

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts the span of a request about an event of this resource; undefined for events without one. */
export type TraceDelivery = (subject: string | undefined) => DeliverySpan;

export interface DeliverySpan {
  /** W3C Trace Context, to be sent with the request. */
  readonly headers: Readonly<Record<string, string>>;
  end(outcome: SendOutcome): void;
}

export type SendOutcome = CompletedOutcome | NoResponseOutcome;

export interface CompletedOutcome {
  readonly type: "responded";
  readonly statusCode: number;
  readonly durationMs: number;
  /** The beginning of the response body, as text that is safe to show; undefined when it was empty. */
  readonly excerpt: string | undefined;
  /** Those that help to debug an endpoint; never cookies. */
  readonly headers: Readonly<Record<string, string>>;
  /** The value of the `Retry-After` header. */
  readonly retryAfterMs: number | undefined;
}

export interface NoResponseOutcome {
  readonly type: "no_response";
  /** For the owner of the endpoint, such as `connection refused` or `no response within 10 s`. */
  readonly message: string;
  readonly durationMs: number;
}
