import { describe, expect, onTestFinished, test } from "vitest";
import { createTestAuthority } from "../../../test/certificates.ts";
import { startConnectProxy, startReceiver } from "../../../test/webhook-receivers.ts";
import { systemClock } from "../../kernel/instant.ts";
import type { SendOutcome } from "../sender.ts";
import { createUndiciSender, type UndiciSenderOptions } from "./undici-sender.ts";

const patientMs = 240_000;
const authority = createTestAuthority();
const certificate = authority.issue({ names: ["receiver.example", "127.0.0.1"] });

function send(url: string, options: Partial<UndiciSenderOptions> = {}): Promise<SendOutcome> {
  const sender = createUndiciSender({
    clock: systemClock,
    version: "1",
    rules: { allowHttp: true, allowPrivate: true },
    extraCa: authority.certificate,
    resolve: async () => ["127.0.0.1"],
    timeoutMs: patientMs,
    connectTimeoutMs: patientMs,
    ...options,
  });
  onTestFinished(() => sender.close());
  return sender.send({ url, headers: {}, body: "{}" });
}

describe("https", () => {
  test("connects to a name whose certificate an extra authority signed", async () => {
    const receiver = await startReceiver((response) => response.end("ok"), certificate);
    const url = `https://receiver.example:${receiver.port}/`;
    expect(await send(url)).toMatchObject({ statusCode: 200, excerpt: "ok" });
    expect(receiver.posts[0]?.headers.host).toBe(`receiver.example:${receiver.port}`);
  });

  test("connects to an address that is in the certificate", async () => {
    const receiver = await startReceiver((response) => response.end("ok"), certificate);
    expect(await send(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({ statusCode: 200 });
  });

  const other = createTestAuthority("Another authority");
  test.each([
    [
      "of another name",
      authority.issue({ names: ["other.example"] }),
      "the certificate is for a different hostname",
    ],
    [
      "of another authority",
      other.issue({ names: ["receiver.example"] }),
      "the certificate's issuer is unknown",
    ],
    [
      "that has expired",
      authority.issue({ names: ["receiver.example"], notAfter: new Date("2021-01-01") }),
      "the certificate has expired",
    ],
    [
      "that is not valid yet",
      authority.issue({ names: ["receiver.example"], notBefore: new Date("2049-01-01") }),
      "the certificate is not yet valid",
    ],
  ])("does not connect with a certificate %s", async (_which, presented, message) => {
    const receiver = await startReceiver((response) => response.end("ok"), presented);
    expect(await send(`https://receiver.example:${receiver.port}/`)).toMatchObject({
      type: "no_response",
      message: expect.stringContaining(message),
    });
    expect(receiver.posts).toEqual([]);
  });

  test("does not connect to a plain HTTP server", async () => {
    const receiver = await startReceiver((response) => response.end("ok"));
    expect(await send(`https://receiver.example:${receiver.port}/`)).toMatchObject({
      message: "TLS handshake failed",
    });
  });

  test("requires the usual roots without an extra authority", async () => {
    const receiver = await startReceiver((response) => response.end("ok"), certificate);
    const outcome = await send(`https://receiver.example:${receiver.port}/`, { extraCa: undefined });
    expect(outcome).toMatchObject({
      type: "no_response",
      message: expect.stringContaining("issuer is unknown"),
    });
  });
});

describe("a proxy", () => {
  test("gets the name, and all requests go through it, plain HTTP too", async () => {
    const secure = await startReceiver((response) => response.end("secure"), certificate);
    const plain = await startReceiver((response) => response.end("plain"));
    const proxy = await startConnectProxy((target) => (target.endsWith(":443") ? secure.port : plain.port));
    const proxyUrl = `http://florin:pass%20word@127.0.0.1:${proxy.port}`;
    const resolve = () => Promise.reject(new Error("the proxy resolves names"));
    expect(await send("https://receiver.example/", { proxyUrl, resolve })).toMatchObject({
      excerpt: "secure",
    });
    expect(await send("http://receiver.example/", { proxyUrl, resolve })).toMatchObject({ excerpt: "plain" });
    const authorization = `Basic ${Buffer.from("florin:pass word").toString("base64")}`;
    expect(proxy.requested).toEqual([
      { target: "receiver.example:443", authorization },
      { target: "receiver.example:80", authorization },
    ]);
    expect(secure.posts[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  test("does not change which certificate is required", async () => {
    const secure = await startReceiver((response) => response.end(), certificate);
    const proxy = await startConnectProxy(() => secure.port);
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    expect(await send("https://other.example/", { proxyUrl })).toMatchObject({ type: "no_response" });
    expect(secure.posts).toEqual([]);
  });

  test("gets no request for an address that is not public", async () => {
    const proxy = await startConnectProxy(() => undefined);
    const rules = { allowHttp: false, allowPrivate: false };
    const outcome = await send("https://0x7f.1/", { proxyUrl: `http://127.0.0.1:${proxy.port}`, rules });
    expect(outcome).toMatchObject({
      message: "url must not point to 127.0.0.1, which is not a public address",
    });
    expect(proxy.requested).toEqual([]);
  });

  test("that refuses or is unreachable is not blamed on the endpoint", async () => {
    const proxy = await startConnectProxy(() => undefined);
    expect(
      await send("https://receiver.example/", { proxyUrl: `http://127.0.0.1:${proxy.port}` }),
    ).toMatchObject({
      message: "the service's proxy refused the connection",
    });
    expect(await send("https://receiver.example/", { proxyUrl: "http://127.0.0.1:1" })).toMatchObject({
      message: expect.stringContaining("its own proxy"),
    });
  });
});
