import { createServer, type IncomingMessage, type Server } from "node:http";
import { verifyWebhook, WebhookVerificationError } from "@florin/sdk";
import type { Inbox } from "./inbox.ts";

const maxBodyBytes = 1024 * 1024;

export function createNodeReceiver(secret: string | readonly string[], inbox: Inbox): Server {
  const receive = async (request: IncomingMessage): Promise<number> => {
    try {
      if (request.method !== "POST" || request.url !== "/webhooks") return 404;
      const body = await readBody(request);
      await inbox.keep(verifyWebhook(body, request.headers, secret));
      return 204;
    } catch (error) {
      return error instanceof WebhookVerificationError ? 400 : 500;
    }
  };
  return createServer((request, response) => {
    void receive(request).then((status) => response.writeHead(status).end());
  });
}

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
