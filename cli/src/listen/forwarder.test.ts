import { once } from "node:events";
import { createServer as createPlainServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createTestAuthority } from "../../../service/test/certificates.ts";
import { InterruptedError } from "../failure.ts";
import { systemNow } from "../system-clock.ts";
import { createForwarder } from "./forwarder.ts";

const event = {
  id: "01JD7Q2M8W3T5V6X9YZEVENT01",
  type: "transfer.created",
  created: "2026-11-15T12:00:00.000Z",
  data: {},
  account_id: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  sequence: 1,
};

function forwarderTo(url: string, { isVerified = true, signal = new AbortController().signal } = {}) {
  const secret = Buffer.alloc(32, 7).toString("base64url");
  return createForwarder({ destination: new URL(url), secret, isVerified, now: systemNow, signal });
}

test("a self-signed certificate is accepted only without verification", async () => {
  await using server = await openSecureServer();
  const strict = await forwarderTo(server.url)(event);
  expect(strict).toMatchObject({
    type: "no_response",
    message: expect.stringMatching(/^unable to verify the first certificate; use --skip-verify/),
  });
  expect(await forwarderTo(server.url, { isVerified: false })(event)).toMatchObject({
    type: "responded",
    status: 202,
  });
});

test("a redirect is reported as the response and not followed", async () => {
  await using server = await openServer((_, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  expect(await forwarderTo(server.url)(event)).toMatchObject({ type: "responded", status: 302 });
  expect(server.count()).toBe(1);
});

test("a connection closed without a response is reported, and ^C aborts a pending one", async () => {
  await using rude = await openServer((request) => request.socket.destroy());
  expect(await forwarderTo(rude.url)(event)).toMatchObject({
    type: "no_response",
    message: "the connection was closed without a response",
  });
  const stop = new AbortController();
  await using slow = await openServer(() => stop.abort());
  await expect(forwarderTo(slow.url, { signal: stop.signal })(event)).rejects.toThrow(InterruptedError);
});

type Listener = NonNullable<Parameters<typeof createPlainServer>[1]>;

async function openServer(listener: Listener) {
  let count = 0;
  const server = createPlainServer((request, response) => {
    count += 1;
    listener(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Uses a self-signed certificate. */
async function openSecureServer() {
  const certificate = createTestAuthority().issue({ names: ["127.0.0.1"] });
  const server = createServer(certificate, (_, response) => response.writeHead(202).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
