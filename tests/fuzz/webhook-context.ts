import type { TestApi, TestClient } from "../../service/test/api.ts";
import { eventually } from "../../service/test/eventually.ts";
import type { GoodRequests } from "./good-requests.ts";

/** Subscriptions of an account with events, and their deliveries. */
export interface WebhookContext {
  readonly good: GoodRequests;
  readonly known: Readonly<Record<string, readonly string[]>>;
  /** Values that are valid only in this run. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Cursors, by the name of their parameter. */
  readonly cursors: Readonly<Record<string, readonly string[]>>;
}

/** Settings for the service: no URL, however generated, leaves this machine. */
export const webhookSettings = { WEBHOOK_ALLOW_HTTP: "on", WEBHOOK_PROXY_URL: "http://127.0.0.1:9" };

export const webhookOperations = [
  "listAccountEventTypes",
  "listWebhookSubscriptions",
  "createWebhookSubscription",
  "getWebhookSubscription",
  "updateWebhookSubscription",
  "archiveWebhookSubscription",
  "rotateWebhookSecret",
  "testWebhookSubscription",
  "replayWebhookEvents",
  "resendWebhookEvent",
  "listWebhookDeliveries",
  "getWebhookDelivery",
  "listEvents",
  "getEvent",
];

const eventTypes = ["transfer.*", "payment.*"];
const since = "2020-01-01T00:00:00Z";

export async function prepareWebhooks(api: TestApi, client: TestClient): Promise<WebhookContext> {
  const ask = requester(api, client);
  const subscribe = async (name: string): Promise<string> =>
    (await ask("POST", "/webhooks", { url: `https://receiver.example/${name}`, events: eventTypes })).id;
  // Only valid requests use it, so that it is not archived by the first generated one.
  const kept = { subscription_id: await subscribe("kept") };
  const archived = await subscribe("archived");
  const others = [await subscribe("one"), await subscribe("two"), await subscribe("three")];
  await ask("POST", `/webhooks/subscriptions/${others[0]}/test`);
  await ask("POST", `/webhooks/subscriptions/${others[1]}/replay`, { since });
  const deliveries = namesIn((await ask("GET", "/webhooks/deliveries")).deliveries);
  const { events, next } = await readEvents(ask);
  const [event = "", delivery = ""] = [events[0], deliveries[0]];
  const names = {
    subscription_id: others,
    event_id: events.slice(0, 5),
    delivery_id: deliveries.slice(0, 5),
  };
  return {
    good: {
      getWebhookSubscription: { params: kept },
      updateWebhookSubscription: { params: kept },
      archiveWebhookSubscription: { params: { subscription_id: archived } },
      rotateWebhookSecret: { params: kept },
      testWebhookSubscription: { params: kept },
      replayWebhookEvents: { params: kept, body: { since, types: eventTypes, only_failed: false } },
      resendWebhookEvent: { params: { event_id: event }, body: kept },
      getWebhookDelivery: { params: { delivery_id: delivery } },
      getEvent: { params: { event_id: event } },
    },
    known: {
      ...names,
      event_type: ["webhook.test", "transfer.created", "transfer.*"],
      // Other parameters are called type, too, and mean that of a payment.
      type: ["transfer.created", "transfer.*", "wire", "ach"],
      url: ["https://receiver.example/hooks", "http://127.0.0.1:1024/", "https://bücher.example./ü?q=%zz"],
      since: [since, "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z"],
      until: ["2100-01-01T00:00:00+14:00", since],
    },
    names: { ...names, "kept subscription": [kept.subscription_id], cursor: [next] },
    cursors: { "page[after]": [next], "page[before]": [next], "Last-Event-ID": [next] },
  };
}

type AskFor = (
  method: string,
  path: string,
  body?: object,
) => Promise<Awaited<ReturnType<TestApi["request"]>>["body"]>;

function requester(api: TestApi, { token, accountId }: TestClient): AskFor {
  return async (method, path, body) => {
    const input = { token, ...(method === "GET" ? {} : { idempotencyKey: crypto.randomUUID() }) };
    const response = await api.request(method, `/accounts/${accountId}${path}`, {
      ...input,
      ...(body === undefined ? {} : { body }),
    });
    if (response.status >= 300) throw new Error(`no ${path} to begin with: ${response.text}`);
    return response.body;
  };
}

/** An event appears in the feed shortly after it was appended. */
function readEvents(ask: AskFor): Promise<{ readonly events: readonly string[]; readonly next: string }> {
  return eventually(async () => {
    const { events: found, pagination } = await ask("GET", "/events?order=oldest");
    if (found.length === 0) throw new Error("no events yet");
    return { events: namesIn(found), next: pagination.next };
  });
}

function namesIn(items: readonly { readonly id: string }[]): readonly string[] {
  return items.map(({ id }) => id);
}
