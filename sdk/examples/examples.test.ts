import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { FlorinEvent } from "@florin/sdk";
import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { idempotencyKeyOf, signedHeaders } from "../../service/src/webhooks/message.ts";
import { vectors } from "../test/vectors.ts";
import { createExpressReceiver } from "./express-receiver.ts";
import { createFastifyReceiver } from "./fastify-receiver.ts";
import { createMemoryInbox, type Inbox } from "./inbox.ts";
import { createNodeReceiver } from "./node-receiver.ts";

const current = Buffer.alloc(32, 1);
const previous = Buffer.alloc(32, 2);
const stranger = Buffer.alloc(32, 3);
const maxBodyBytes = 1024 * 1024;

type Receiver = (inbox: Inbox) => Promise<Server>;

const secret = current.toString("base64url");
const receivers: Readonly<Record<string, Receiver>> = {
  Express: async (inbox) => createServer(createExpressReceiver(secret, inbox)),
  Fastify: async (inbox) => {
    const app = Fastify();
    await app.register(createFastifyReceiver(secret, inbox));
    await app.ready();
    return app.server;
  },
  "plain Node": async (inbox) => createNodeReceiver(secret, inbox),
};

describe.each(Object.entries(receivers))("the %s receiver", (_name, create) => {
  const worked: FlorinEvent[] = [];
  const inbox = createMemoryInbox((event) => worked.push(event));
  let isBroken = false;
  let server: Server;
  let url = "";

  beforeEach(async () => {
    worked.length = 0;
    isBroken = false;
    server = await create({
      keep: async (event) => {
        if (isBroken) throw new Error("the database is unreachable");
        await inbox.keep(event);
      },
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });

  async function post(headers: Readonly<Record<string, string>>, body: string | undefined): Promise<number> {
    const response = await fetch(url, { method: "POST", headers, ...(body === undefined ? {} : { body }) });
    await response.arrayBuffer();
    return response.status;
  }

  test.each(vectors)("accepts $name", async ({ id, body }) => {
    expect(await post(signed(id, body), body)).toBe(204);
    expect(worked).toEqual([JSON.parse(body)]);
  });

  test("processes a repeated event once", async () => {
    const { id, body } = eventOf("01KA4M0000000000000000000A");
    expect(await post(signed(id, body), body)).toBe(204);
    expect(await post(signed(id, body, [previous, current]), body)).toBe(204);
    expect(worked).toHaveLength(1);
  });

  test("returns 400 for invalid signatures", async () => {
    const { id, body } = eventOf("01KA4M0000000000000000000B");
    const headers = signed(id, body);
    const written = JSON.stringify(JSON.parse(body), undefined, 1);
    expect(await post(signed(id, body, [stranger]), body)).toBe(400);
    expect(await post(headers, body.replace("125.50", "925.50"))).toBe(400);
    expect(await post(headers, written)).toBe(400);
    expect(await post({ "content-type": "application/json" }, body)).toBe(400);
    expect(await post({}, body)).toBe(400);
    expect(await post(headers, undefined)).toBe(400);
    expect(await post(headers, "")).toBe(400);
    expect(worked).toEqual([]);
  });

  test("returns 500 when it could not store the event, and accepts it the next time", async () => {
    const { id, body } = eventOf("01KA4M0000000000000000000C");
    isBroken = true;
    expect(await post(signed(id, body), body)).toBe(500);
    isBroken = false;
    expect(await post(signed(id, body), body)).toBe(204);
    expect(worked).toHaveLength(1);
  });

  test("limits the body size", async () => {
    const { id, body } = eventOf("01KA4M0000000000000000000D");
    const large = body.padEnd(maxBodyBytes + 1);
    const status = await post(signed(id, large), large).catch(() => "hung up");
    expect([413, 500, "hung up"]).toContain(status);
    expect(worked).toEqual([]);
  });
});

/** Signed like the service, now. */
function signed(
  id: string,
  body: string,
  secrets: readonly [Buffer, ...Buffer[]] = [current],
): Readonly<Record<string, string>> {
  const message = { eventId: id, idempotencyKey: idempotencyKeyOf(id), body };
  return signedHeaders(message, secrets, systemClock.now());
}

function eventOf(id: string): { readonly id: string; readonly body: string } {
  const data = { id: "01KA4K0M4XQ9T7V5W3Y1ZPRN6M", amount: { value: "125.50", currency: "USD" } };
  const body = { id, type: "transfer.created", created: "2026-11-15T12:00:00.000Z", data };
  return { id, body: JSON.stringify(body) };
}
