/** Posts to addresses that strangers chose. The adapter decides where it may connect to, and never follows anybody. */
export interface WebhookSender {
  /** Never rejects: whatever happens is an outcome. */
  send(post: WebhookPost): Promise<SendOutcome>;
  close(): Promise<void>;
}

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type SendOutcome = AnsweredOutcome | UnansweredOutcome;

export interface AnsweredOutcome {
  readonly type: "answered";
  readonly statusCode: number;
  readonly durationMs: number;
  /** The beginning of the answer's body, as text that is safe to show; undefined when it was empty. */
  readonly excerpt: string | undefined;
  /** What the header `Retry-After` asks for. */
  readonly retryAfterMs: number | undefined;
}

export interface UnansweredOutcome {
  readonly type: "unanswered";
  /** For the owner of the endpoint: `connection refused`, `no answer within 10 s`, `hooks.example leads to an address that is not public`. */
  readonly message: string;
  readonly durationMs: number;
}
