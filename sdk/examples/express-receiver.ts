import { verifyWebhook, WebhookVerificationError } from "@florin/sdk";
import express, { type Express } from "express";
import type { Inbox } from "./inbox.ts";

export function createExpressReceiver(secret: string | readonly string[], inbox: Inbox): Express {
  const app = express();
  // The raw body: register an application-wide express.json() after this route.
  const rawBody = express.raw({ type: () => true, limit: "1mb" });
  app.post("/webhooks", rawBody, async (request, response) => {
    try {
      await inbox.keep(verifyWebhook(request.body, request.headers, secret));
      response.status(204).end();
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      response.status(400).json({ reason: error.reason });
    }
  });
  return app;
}
