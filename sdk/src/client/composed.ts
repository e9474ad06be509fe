import type { Account, Token, Transfer } from "../generated/schema.ts";
import type { Call } from "./call.ts";
import {
  type StreamedEvent,
  type StreamInput,
  type StreamOptions,
  streamBlocks,
  streamEvents,
} from "./event-stream.ts";
import { operationNamed } from "./named-operations.ts";
import type { Input, NamedOperation, Operation } from "./operation.ts";
import type { WriteOptions } from "./options.ts";
import { type WaitOptions, waitUntilFinal } from "./wait-until-final.ts";

/** A request of any operation, also of one that this version of the SDK does not know. */
export interface RawRequest {
  readonly method: Operation["method"];
  /** Such as `/accounts`; a query is allowed. */
  readonly path: string;
  /** Fields of a JSON body. */
  readonly body?: Input;
}

/** Methods that are no single operation. */
export interface Composed {
  /** Sends any request; an idempotency key is added unless it is a GET. */
  request(request: RawRequest, options?: WriteOptions): Promise<unknown>;
  readonly transfers: {
    /**
     * Waits until the transfer is `complete`, `failed` or `canceled`. A payout that the bank returns later changes
     * `complete` to `failed`.
     */
    waitUntilFinal(
      input: { readonly account_id: string; readonly transfer_id: string },
      options?: WaitOptions,
    ): Promise<Transfer>;
  };
  readonly tokens: {
    /** Waits until the token is `active` or `failed`. `account_id` is its issuer. */
    waitUntilFinal(
      input: { readonly account_id: string; readonly value_type: string },
      options?: WaitOptions,
    ): Promise<Token>;
  };
  readonly accounts: {
    /** Waits until the account is `complete` or `rejected`. It stays `pending` while documents are required. */
    waitUntilFinal(input: { readonly account_id: string }, options?: WaitOptions): Promise<Account>;
  };
  readonly events: {
    /**
     * Streams events as they happen; scope `events:read`. After a lost connection it continues where it was. It ends
     * when you leave the loop or abort the signal.
     */
    stream(input: StreamInput, options?: StreamOptions): AsyncIterable<StreamedEvent>;
  };
}

export function composedMethods(call: Call): Composed {
  const events = operationNamed("events", "list");
  const waiter =
    <Resource extends { readonly status: string }>(resource: string, type: string) =>
    (input: { readonly account_id: string }, options?: WaitOptions): Promise<Resource> => {
      const operation = operationNamed(resource, "get");
      // Only what the path names; of a token, the account is only the owner of its events.
      const { account_id, ...ids } = input;
      const path: Input = operation.path.includes("{account_id}") ? input : ids;
      return waitUntilFinal(
        {
          read: async (signal) => (await call(operation, path, { signal })) as Resource,
          isFinal: ({ status }) => status !== "pending",
          changes: (signal) => streamBlocks(call, events, { account_id, type }, { signal }),
        },
        options,
      );
    };
  return {
    request: async ({ method, path, body }, options) => {
      // Anything else would change the host, and the token is sent to it.
      if (!path.startsWith("/")) throw new TypeError("path must start with a slash, such as /accounts");
      const isWrite = method !== "GET";
      const operation: NamedOperation = {
        name: "request",
        method,
        // A brace would be a parameter.
        path: path.replaceAll("{", "%7B").replaceAll("}", "%7D"),
        ...(isWrite ? { takesKey: true } : {}),
        ...(isWrite && body !== undefined ? { encoding: "json" } : {}),
      };
      return call(operation, body ?? {}, options);
    },
    transfers: { waitUntilFinal: waiter<Transfer>("transfers", "transfer.*") },
    tokens: { waitUntilFinal: waiter<Token>("tokens", "token.*") },
    accounts: { waitUntilFinal: waiter<Account>("accounts", "account.*") },
    events: { stream: (input, options) => streamEvents(call, events, input, options) },
  };
}
