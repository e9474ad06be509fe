import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@florin/sdk";
import type { Client } from "../client.ts";

/** How a transfer ended. */
export interface Outcome {
  readonly status: string;
  readonly isRetriable: boolean;
}

export interface Outcomes extends AsyncDisposable {
  /** Resolves once the transfer is final. */
  of(transferId: string): Promise<Outcome>;
}

/** Receives webhooks about transfers for as long as the program runs. */
export async function receiveOutcomes(
  { florin, account_id }: Client,
  url: string,
  port: number,
): Promise<Outcomes> {
  const waiting = new Map<string, (outcome: Outcome) => void>();
  let secret = "";
  const server = createServer((request, response) => {
    void receive(request, secret, waiting).then((status) => response.writeHead(status).end());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const subscription = await florin.webhooks.createSubscription({
    account_id,
    url,
    events: ["transfer.completed", "transfer.failed", "transfer.canceled"],
    description: "Payouts example",
  });
  secret = subscription.sharedSecret;
  return {
    of: async (transfer_id) => {
      const received = new Promise<Outcome>((resolve) => waiting.set(transfer_id, resolve));
      // It may have been final before the subscription existed, if this is a second run. Otherwise a webhook follows.
      const { status, failure } = await florin.transfers.get({ account_id, transfer_id });
      return status === "pending" ? received : { status, isRetriable: failure?.retriable ?? false };
    },
    [Symbol.asyncDispose]: async () => {
      await florin.webhooks.archiveSubscription({ account_id, subscription_id: subscription.id });
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A webhook that comes twice, or about another transfer, has no effect. */
async function receive(
  request: IncomingMessage,
  secret: string,
  waiting: ReadonlyMap<string, (outcome: Outcome) => void>,
): Promise<number> {
  try {
    const event = verifyWebhook(await readBody(request), request.headers, secret);
    if (event.type === "transfer.failed") {
      const isRetriable = event.data.failure?.retriable ?? false;
      waiting.get(event.data.id)?.({ status: "failed", isRetriable });
    } else if (event.type === "transfer.completed" || event.type === "transfer.canceled") {
      waiting.get(event.data.id)?.({ status: event.data.status, isRetriable: false });
    }
    return 204;
  } catch (error) {
    // After a 500, the service delivers it again.
    return error instanceof WebhookVerificationError ? 400 : 500;
  }
}

const maxBodyBytes = 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error("the body is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
