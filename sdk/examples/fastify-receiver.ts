import { verifyWebhook, WebhookVerificationError } from "@florin/sdk";
import type { FastifyPluginAsync } from "fastify";
import type { Inbox } from "./inbox.ts";

/** Register it as a plugin, so that only its own route loses the JSON parser. */
export function createFastifyReceiver(secret: string | readonly string[], inbox: Inbox): FastifyPluginAsync {
  return async (app) => {
    // The raw body.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    app.post<{ Body: Buffer }>("/webhooks", async (request, reply) => {
      try {
        await inbox.keep(verifyWebhook(request.body, request.headers, secret));
        return await reply.code(204).send();
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) throw error;
        return reply.code(400).send({ reason: error.reason });
      }
    });
  };
}
