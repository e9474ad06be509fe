declare const unknown: unique symbol;

/** A webhook event. A `switch` over `type` narrows `data`; every type not included here ends up in `default`. */
export type FlorinEvent = KnownEvent | UnknownEvent;

export type KnownEvent =
  | Event<"transfer.created", Transfer<"pending">>
  | Event<"transfer.completed", Transfer<"complete">>
  /** `failure` is null when nothing structured is known. */
  | Event<"transfer.failed", Transfer<"failed"> & { readonly failure: TransferFailure | null }>
  | Event<"transfer.canceled", Transfer<"canceled">>
  | Event<"payment.completed", Payment>
  | Event<"account.verification.documents_required", DocumentsRequired>
  | Event<"account.verification.completed", VerificationCompleted>;

/**
 * Any other type, current or future. Acknowledge it. To handle one of them, read its type as a string in `default`:
 * `const type: string = event.type`.
 */
export type UnknownEvent = Event<
  `${string}.${string}` & { readonly [unknown]: true },
  Readonly<Record<string, unknown>>
>;

interface Event<Type extends string, Data> {
  /** The same for every delivery. Store it, to process an event once. */
  readonly id: string;
  readonly type: Type;
  readonly created: string;
  /** Fields may be added; ignore those that you do not know. */
  readonly data: Data;
}

export interface Transfer<Status extends string = "pending" | "complete" | "failed" | "canceled"> {
  readonly id: string;
  readonly account_id: string;
  readonly status: Status;
  readonly amount: Amount;
}

interface Amount {
  /** A decimal number as text. Do not convert it to a float. */
  readonly value: string;
  readonly currency: string;
}

export interface TransferFailure {
  readonly type: string;
  readonly occurred_at: string;
  readonly retriable: boolean;
  /** Only with the type `ach_return`. */
  readonly ach_return?: { readonly code: string; readonly reason: string; readonly category: string } | null;
}

export interface Payment {
  readonly id: string;
  readonly account_id: string;
  readonly status: string;
  readonly amount: Amount;
  readonly direction: string;
  readonly type: string;
  readonly inserted_at: string;
  readonly updated_at: string;
}

interface DocumentsRequired {
  readonly account_id: string;
  readonly updated_at: string;
  readonly documents: readonly DocumentRequirement[];
}

export interface DocumentRequirement {
  readonly document_kind: string;
  readonly document_type: string;
  readonly display_name: string;
  readonly status: string;
  /** Null for a document of the business. */
  readonly person_label: string | null;
}

interface VerificationCompleted {
  readonly account_id: string;
  readonly status: "complete";
  readonly updated_at: string;
}
