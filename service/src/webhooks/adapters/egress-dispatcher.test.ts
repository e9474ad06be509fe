import { describe, expect, onTestFinished, test } from "vitest";
import { createTestAuthority } from "../../../test/certificates.ts";
import { startConnectProxy, startReceiver } from "../../../test/webhook-receivers.ts";
import { systemClock } from "../../kernel/instant.ts";
import type { SendOutcome } from "../sender.ts";
import { createUndiciSender, type UndiciSenderOptions } from "./undici-sender.ts";

const authority = createTestAuthority();
const certificate = authority.issue({ names: ["receiver.example", "127.0.0.1"] });

function send(url: string, options: Partial<UndiciSenderOptions> = {}): Promise<SendOutcome> {
  const sender = createUndiciSender({
    clock: systemClock,
    version: "1",
    rules: { allowHttp: true, allowPrivate: true },
    extraCa: authority.certificate,
    resolve: async () => ["127.0.0.1"],
    timeoutMs: 5_000,
    ...options,
  });
  onTestFinished(() => sender.close());
  return sender.send({ url, headers: {}, body: "{}" });
}

describe("https", () => {
  test("is spoken to the name, whose certificate an extra authority signed", async () => {
    const receiver = await startReceiver((response) => response.end("ok"), certificate);
    const url = `https://receiver.example:${receiver.port}/`;
    expect(await send(url)).toMatchObject({ statusCode: 200, excerpt: "ok" });
    expect(receiver.posts[0]?.headers.host).toBe(`receiver.example:${receiver.port}`);
  });

  test("is spoken to an address, whose certificate names it", async () => {
    const receiver = await startReceiver((response) => response.end("ok"), certificate);
    expect(await send(`https://127.0.0.1:${receiver.port}/`)).toMatchObject({ statusCode: 200 });
  });

  const other = createTestAuthority("Another authority");
  test.each([
    ["of another name", authority.issue({ names: ["other.example"] }), "the certificate is for another name"],
    [
      "of another authority",
      other.issue({ names: ["receiver.example"] }),
      "the certificate's issuer is not known",
    ],
    [
      "that is over",
      authority.issue({ names: ["receiver.example"], notAfter: new Date("2021-01-01") }),
      "the certificate has expired",
    ],
    [
      "that has not begun",
      authority.issue({ names: ["receiver.example"], notBefore: new Date("2049-01-01") }),
      "the certificate is not valid yet",
    ],
  ])("is not spoken with a certificate %s", async (_which, presented, message) => {
    const receiver = await startReceiver((response) => response.end("ok"), presented);
    expect(await send(`https://receiver.example:${receiver.port}/`)).toMatchObject({
      type: "unanswered",
      message: expect.stringContaining(message),
    });
    expect(receiver.posts).toEqual([]);
  });

  test("is not spoken to a server of plain http", async () => {
    const receiver = await startReceiver((response) => response.end("ok"));
    expect(await send(`https://receiver.example:${receiver.port}/`)).toMatchObject({
      message: "no TLS connection could be agreed on",
    });
  });

  test("needs the usual roots where no other authority is named", async () => {
    const receiver = await startReceiver((response) => response.end("ok"), certificate);
    const outcome = await send(`https://receiver.example:${receiver.port}/`, { extraCa: undefined });
    expect(outcome).toMatchObject({
      type: "unanswered",
      message: expect.stringContaining("issuer is not known"),
    });
  });
});

describe("a proxy", () => {
  test("is told the name, and everything goes through it, plain http as well", async () => {
    const secure = await startReceiver((response) => response.end("secure"), certificate);
    const plain = await startReceiver((response) => response.end("plain"));
    const proxy = await startConnectProxy((target) => (target.endsWith(":443") ? secure.port : plain.port));
    const proxyUrl = `http://florin:pass%20word@127.0.0.1:${proxy.port}`;
    const resolve = () => Promise.reject(new Error("names are the proxy's"));
    expect(await send("https://receiver.example/", { proxyUrl, resolve })).toMatchObject({
      excerpt: "secure",
    });
    expect(await send("http://receiver.example/", { proxyUrl, resolve })).toMatchObject({ excerpt: "plain" });
    const authorization = `Basic ${Buffer.from("florin:pass word").toString("base64")}`;
    expect(proxy.asked).toEqual([
      { target: "receiver.example:443", authorization },
      { target: "receiver.example:80", authorization },
    ]);
    expect(secure.posts[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  test("does not change whose certificate it must be", async () => {
    const secure = await startReceiver((response) => response.end(), certificate);
    const proxy = await startConnectProxy(() => secure.port);
    const proxyUrl = `http://127.0.0.1:${proxy.port}`;
    expect(await send("https://other.example/", { proxyUrl })).toMatchObject({ type: "unanswered" });
    expect(secure.posts).toEqual([]);
  });

  test("is not asked for an address that is not public", async () => {
    const proxy = await startConnectProxy(() => undefined);
    const rules = { allowHttp: false, allowPrivate: false };
    const outcome = await send("https://0x7f.1/", { proxyUrl: `http://127.0.0.1:${proxy.port}`, rules });
    expect(outcome).toMatchObject({ message: "url must not name 127.0.0.1, which is not a public address" });
    expect(proxy.asked).toEqual([]);
  });

  test("that says no, or is not there, is not the endpoint's fault", async () => {
    const proxy = await startConnectProxy(() => undefined);
    expect(
      await send("https://receiver.example/", { proxyUrl: `http://127.0.0.1:${proxy.port}` }),
    ).toMatchObject({
      message: "the service's proxy did not let it connect",
    });
    expect(await send("https://receiver.example/", { proxyUrl: "http://127.0.0.1:1" })).toMatchObject({
      message: expect.stringContaining("its own proxy"),
    });
  });
});
