import type { buildConnector } from "undici";
import type { Clock } from "../../kernel/instant.ts";
import { isRefusal } from "../../kernel/refusal.ts";
import { type DestinationRules, readDestination } from "../destination.ts";
import type { SendOutcome, WebhookPost, WebhookSender } from "../sender.ts";
import { createEgressDispatcher } from "./egress-dispatcher.ts";
import { failureMessage } from "./failure-message.ts";
import type { ResolveName } from "./name-resolver.ts";
import { ResponseReader, type ResponseReaderOptions } from "./response-reader.ts";

export interface UndiciSenderOptions {
  readonly clock: Clock;
  /** Version of this service, for the `user-agent` header. */
  readonly version: string;
  readonly rules: DestinationRules;
  readonly extraCa?: string | undefined;
  readonly proxyUrl?: string | undefined;
  readonly timeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly resolve?: ResolveName;
  readonly connect?: buildConnector.connector;
}

export function createUndiciSender(options: UndiciSenderOptions): WebhookSender {
  const { rules, clock, version, timeoutMs = 10_000, connectTimeoutMs = 5_000 } = options;
  const isProxied = options.proxyUrl !== undefined;
  const dispatcher = createEgressDispatcher({
    ...options,
    allowPrivate: rules.allowPrivate,
    connectTimeoutMs,
  });
  const placeOf = rememberedPlaces(rules);
  const reading: ResponseReaderOptions = {
    clock,
    timeoutMs,
    maxBytes: maxResponseBytes,
    messageOf: (error) => failureMessage(error, { isProxied }),
  };
  const userAgent = `Florin-Webhooks/${version}`;

  const send = ({ url, headers, body }: WebhookPost): Promise<SendOutcome> => {
    const place = placeOf(url);
    if (typeof place === "string") {
      return Promise.resolve({ type: "no_response", message: place, durationMs: 0 });
    }
    return new Promise((resolve) => {
      const reader = new ResponseReader(reading, resolve);
      const request = { ...place, method: "POST", headers: { ...headers, "user-agent": userAgent }, body };
      try {
        dispatcher.dispatch(request, reader);
      } catch (error) {
        reader.onResponseError(undefined, error instanceof Error ? error : new Error(String(error)));
      }
    });
  };
  return { send, close: () => dispatcher.destroy() };
}

const maxResponseBytes = 64 * 1024;
const maxRemembered = 10_000;

interface Place {
  readonly origin: string;
  readonly path: string;
}

/** The destination of a URL, or why it is refused. Checked again because the rules may be stricter than at creation. */
function rememberedPlaces(rules: DestinationRules): (url: string) => Place | string {
  const known = new Map<string, Place | string>();
  return (url) => {
    const found = known.get(url);
    if (found !== undefined) return found;
    if (known.size >= maxRemembered) known.clear();
    const place = placeAt(url, rules);
    known.set(url, place);
    return place;
  };
}

function placeAt(url: string, rules: DestinationRules): Place | string {
  const destination = readDestination(url, rules);
  if (isRefusal(destination)) return destination.detail;
  const { origin, pathname, search } = new URL(destination);
  return { origin, path: `${pathname}${search}` };
}
