import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { UnknownOutcomeError } from "../failure.ts";
import { createOnramp, type Flow } from "./flow.ts";

const gone = 410;
const accepted = 204;
const pollMs = 300;
const timeoutMs = 60_000;

/** A test of a subscription whose endpoint is this command. */
export function testSubscription(flow: Flow): Promise<unknown> {
  return withEndpoint(flow, accepted, ({ florin, account_id }, subscription_id) =>
    florin.webhooks.testSubscription({ account_id, subscription_id }),
  );
}

/** An endpoint that responds with 410 is disabled with the first delivery. */
export function disableSubscription(flow: Flow): Promise<unknown> {
  return withEndpoint(flow, gone, async ({ florin, account_id, context }, subscription_id) => {
    await createOnramp(flow, { transferType: "wire" });
    const endsAtMs = context.now() + timeoutMs;
    for (;;) {
      const { status } = await florin.webhooks.getSubscription({ account_id, subscription_id });
      if (status !== "active") return;
      if (context.now() >= endsAtMs) throw new UnknownOutcomeError("the subscription is still active");
      await sleep(pollMs, undefined, { signal: context.signal });
    }
  });
}

/** Requires a service on this machine that allows plain http: `WEBHOOK_ALLOW_HTTP=on`. */
async function withEndpoint(
  flow: Flow,
  status: number,
  work: (flow: Flow, subscriptionId: string) => Promise<unknown>,
): Promise<unknown> {
  const { florin, account_id } = flow;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const { id } = await florin.webhooks.createSubscription({
      account_id,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      events: ["transfer.created"],
      description: "Triggered",
    });
    try {
      return await work(flow, id);
    } finally {
      await florin.webhooks.archiveSubscription({ account_id, subscription_id: id });
    }
  } finally {
    server.close();
  }
}
