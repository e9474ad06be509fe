import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../test/free-port.ts";
import { createGate } from "../../../test/gate.ts";
import { startReceiver, startTcpReceiver } from "../../../test/webhook-receivers.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { WebhookSender } from "../sender.ts";
import { createUndiciSender, type UndiciSenderOptions } from "./undici-sender.ts";

const patientMs = 240_000;
const now = instantFromMs(Date.UTC(2026, 0, 1, 12, 0, 0));

function sender(options: Partial<UndiciSenderOptions> = {}): WebhookSender {
  const created = createUndiciSender({
    clock: { now: () => now },
    version: "1.2.3",
    rules: { allowHttp: true, allowPrivate: true },
    timeoutMs: patientMs,
    connectTimeoutMs: patientMs,
    ...options,
  });
  onTestFinished(() => created.close());
  return created;
}

const post = (port: number, path = "/") => ({
  url: `http://127.0.0.1:${port}${path}`,
  headers: { "content-type": "application/json", "webhook-id": "e1" },
  body: '{"é":1}',
});

test("of the response, only headers without cookies and credentials are kept, in printable text", async () => {
  const receiver = await startReceiver((response) => {
    response.setHeader("Set-Cookie", "session=planted");
    response.setHeader("X-Api-Key", "planted");
    response.setHeader("X-Request-Id", "r".repeat(1_000));
    response.setHeader("Server", "nginx");
    response.end();
  });
  const outcome = await sender().send(post(receiver.port));
  expect(outcome).toMatchObject({ headers: { server: "nginx", "x-request-id": "r".repeat(200) } });
  expect(JSON.stringify(outcome)).not.toContain("planted");
});

describe("a post", () => {
  test("has its headers, its exact body, and the user agent", async () => {
    const receiver = await startReceiver((response) => response.end());
    const outcome = await sender().send(post(receiver.port, "/hooks?x=1"));
    expect(outcome).toEqual({
      type: "responded",
      statusCode: 200,
      durationMs: expect.any(Number),
      excerpt: undefined,
      headers: { date: expect.any(String), "content-length": "0" },
      retryAfterMs: undefined,
    });
    expect(Number.isInteger(outcome.durationMs)).toBe(true);
    expect(receiver.posts).toEqual([
      {
        method: "POST",
        path: "/hooks?x=1",
        body: '{"é":1}',
        headers: expect.objectContaining({
          host: `127.0.0.1:${receiver.port}`,
          "content-length": "8",
          "content-type": "application/json",
          "webhook-id": "e1",
          "user-agent": "Florin-Webhooks/1.2.3",
        }),
      },
    ]);
  });

  test("reuses a free connection, and opens a second one when it is busy", async () => {
    const receiver = await startReceiver((response) => response.end("ok"));
    const { send } = sender();
    for (let count = 0; count < 5; count += 1) {
      await send(post(receiver.port));
      // A connection is free again one turn of the event loop after its response.
      await setImmediate();
    }
    expect(receiver.connections()).toBe(1);
    await Promise.all([send(post(receiver.port)), send(post(receiver.port))]);
    expect(receiver.connections()).toBe(2);
  });
});

describe("a response", () => {
  test.each([204, 400, 410, 429, 500, 503])("of %d is returned", async (status) => {
    const receiver = await startReceiver((response) =>
      response.writeHead(status).end(status === 204 ? "" : "why"),
    );
    const excerpt = status === 204 ? undefined : "why";
    expect(await sender().send(post(receiver.port))).toMatchObject({ statusCode: status, excerpt });
  });

  test.each([301, 302, 303, 307, 308])("of %d is not followed", async (status) => {
    const other = await startReceiver((response) => response.end());
    const location = `http://127.0.0.1:${other.port}/`;
    const headers = { location: `${location}?token=secret` };
    const receiver = await startReceiver((response) => response.writeHead(status, headers).end());
    const outcome = await sender().send(post(receiver.port));
    expect(outcome).toMatchObject({ type: "responded", statusCode: status, headers: { location } });
    expect(other.connections()).toBe(0);
  });

  test.each([
    ["120", 120_000],
    [["7", "9"], 7_000],
    ["Thu, 01 Jan 2026 12:01:30 GMT", 90_000],
    ["whenever", undefined],
  ])("with Retry-After %j means %s ms", async (value, retryAfterMs) => {
    const receiver = await startReceiver((response) =>
      response.setHeader("retry-after", value).writeHead(503).end(),
    );
    expect(await sender().send(post(receiver.port))).toMatchObject({ statusCode: 503, retryAfterMs });
  });

  test("after a 103 is the one that counts", async () => {
    const receiver = await startReceiver((response) => {
      response.writeEarlyHints({ link: "</x>; rel=preload" });
      response.writeHead(202).end("taken");
    });
    expect(await sender().send(post(receiver.port))).toMatchObject({ statusCode: 202, excerpt: "taken" });
  });

  test("is shown in one line of 1024 characters", async () => {
    const receiver = await startReceiver((response) => response.end(`a\u0000\n${"é".repeat(3_000)}`));
    expect(await sender().send(post(receiver.port))).toMatchObject({
      excerpt: `a\uFFFD ${"é".repeat(1_021)}`,
    });
  });

  test("of 64 KiB keeps its connection", async () => {
    const receiver = await startReceiver((response) => response.end(Buffer.alloc(64 * 1024, "x")));
    const { send } = sender();
    expect(await send(post(receiver.port))).toMatchObject({ statusCode: 200 });
    await setImmediate();
    await send(post(receiver.port));
    expect(receiver.connections()).toBe(1);
  });

  test("that does not end counts, and costs the endpoint its connection", async () => {
    let isCut = false;
    const receiver = await startReceiver((response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, "x")));
      };
      response.writeHead(200).on("drain", pour);
      response.on("close", () => {
        isCut = true;
      });
      pour();
    });
    const outcome = await sender().send(post(receiver.port));
    expect(outcome).toMatchObject({ type: "responded", statusCode: 200, excerpt: "x".repeat(1_024) });
    await expect.poll(() => isCut).toBe(true);
  });

  test("that trickles until the timeout counts by its status", async () => {
    const receiver = await startReceiver((response) => response.writeHead(500).write("wait"));
    // The response begins at once; a busy machine may take a while to receive it.
    const outcome = await sender({ timeoutMs: 3_000 }).send(post(receiver.port));
    expect(outcome).toMatchObject({ type: "responded", statusCode: 500, excerpt: "wait" });
  });

  test("that breaks off counts by its status", async () => {
    const receiver = await startReceiver((response) => {
      response.writeHead(200, { "content-length": "100" }).write("half", () => response.destroy());
    });
    expect(await sender().send(post(receiver.port))).toMatchObject({ type: "responded", statusCode: 200 });
  });
});

describe("no response", () => {
  test("in time", async () => {
    let isCut = false;
    const receiver = await startReceiver((response) => {
      response.on("close", () => {
        isCut = true;
      });
    });
    const outcome = await sender({ timeoutMs: 50 }).send(post(receiver.port));
    expect(outcome).toMatchObject({ type: "no_response", message: "no response within 0.05 s" });
    expect(outcome.durationMs).toBeGreaterThanOrEqual(49);
    await expect.poll(() => isCut).toBe(true);
  });

  test("in time, although headers keep trickling in", async () => {
    const { port } = await startTcpReceiver((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      const drip = setInterval(() => socket.write("x: y\r\n"), 10);
      socket.on("close", () => clearInterval(drip));
    });
    const outcome = await sender({ timeoutMs: 100 }).send(post(port));
    expect(outcome).toMatchObject({ message: "no response within 0.1 s" });
  });

  test("and a request that timed out before there was a connection is not sent", async () => {
    const receiver = await startReceiver((response) => response.end());
    const gate = createGate();
    const { send } = sender({ timeoutMs: 500, resolve: () => gate.opened.then(() => ["127.0.0.1"]) });
    const late = { ...post(receiver.port), url: `http://receiver.example:${receiver.port}/late` };
    expect(await send(late)).toMatchObject({ message: "no response within 0.5 s" });
    gate.open();
    const next = { ...late, url: `http://receiver.example:${receiver.port}/next` };
    await expect.poll(async () => (await send(next)).type).toBe("responded");
    expect(receiver.posts.map(({ path }) => path)).not.toContain("/late");
  });

  test("because the port is closed", async () => {
    expect(await sender().send(post(await freePort()))).toMatchObject({ message: "connection refused" });
  });

  test("because the name does not exist", async () => {
    const resolve = () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" }));
    const url = "http://unknown.example:8080/";
    expect(await sender({ resolve }).send({ ...post(1), url })).toMatchObject({
      message: "hostname not found",
    });
  });

  test.each([
    ["closes", (socket: Socket) => socket.end()],
    ["resets", (socket: Socket) => socket.resetAndDestroy()],
  ])("because the endpoint %s the connection", async (_how, act) => {
    const { port } = await startTcpReceiver((socket) => socket.once("data", () => act(socket)));
    expect(await sender().send(post(port))).toMatchObject({
      type: "no_response",
      message: "connection closed before a response was received",
    });
  });

  test("when it was only announced", async () => {
    const { port } = await startTcpReceiver((socket) => socket.end("HTTP/1.1 103 Early Hints\r\n\r\n"));
    expect(await sender().send(post(port))).toMatchObject({ type: "no_response" });
  });

  test("because the endpoint does not speak HTTP", async () => {
    const { port } = await startTcpReceiver((socket) => socket.end("220 mail.example ESMTP\r\n"));
    expect(await sender().send(post(port))).toMatchObject({ message: "the response is not valid HTTP" });
  });

  test("because its headers are too large", async () => {
    const { port } = await startTcpReceiver((socket) => {
      socket.end(`HTTP/1.1 200 OK\r\n${`x: ${"y".repeat(1_000)}\r\n`.repeat(20)}\r\n`);
    });
    expect(await sender().send(post(port))).toMatchObject({ message: "the response headers are too large" });
  });

  test("because the rules are stricter than when the URL was accepted", async () => {
    const receiver = await startReceiver((response) => response.end());
    const rules = { allowHttp: false, allowPrivate: false };
    expect(await sender({ rules }).send(post(receiver.port))).toMatchObject({
      message: "url must start with https://",
      durationMs: 0,
    });
    const url = `https://127.0.0.1:${receiver.port}/`;
    expect(await sender({ rules }).send({ ...post(0), url })).toMatchObject({
      message: "url must not point to 127.0.0.1, which is not a public address",
    });
    expect(receiver.connections()).toBe(0);
  });

  test("because a header cannot be written", async () => {
    const receiver = await startReceiver((response) => response.end());
    const broken = { ...post(receiver.port), headers: { "x-broken": "a\r\nb: c" } };
    expect(await sender().send(broken)).toMatchObject({ message: "request failed (UND_ERR_INVALID_ARG)" });
    expect(receiver.posts).toEqual([]);
  });
});

test("closing ends requests in flight, and later requests get an outcome too", async () => {
  const receiver = await startReceiver(() => {});
  const { send, close } = sender();
  const inFlight = send(post(receiver.port));
  await expect.poll(() => receiver.posts.length).toBe(1);
  await close();
  expect(await inFlight).toMatchObject({ type: "no_response", message: "the service was shutting down" });
  expect(await send(post(receiver.port))).toMatchObject({ message: "the service was shutting down" });
});
