import { describe, expect, expectTypeOf, test } from "vitest";
import { createFlorin, type Florin } from "../src/index.ts";
import { clientOf, secret } from "./client.ts";
import { sendError, startLoopback, tokenOf } from "./loopback.ts";

const account = { account_id: "01ACCOUNT" };
const hourMs = 3_600_000;

describe("access tokens", () => {
  test("concurrent calls share one, which is kept until shortly before it expires", async () => {
    await using server = await startLoopback(() => ({}));
    let now = 0;
    const { accounts } = clientOf(server, { clock: { now: () => now } });
    await Promise.all(Array.from({ length: 10 }, () => accounts.get(account)));
    now = hourMs - 61_000;
    await accounts.get(account);
    expect(server.tokenRequests).toHaveLength(1);
    now = hourMs - 59_000;
    await Promise.all(Array.from({ length: 10 }, () => accounts.get(account)));
    expect(server.tokenRequests).toHaveLength(2);
    const used = new Set(server.requests.map(({ headers }) => headers.authorization));
    expect([...used]).toEqual(server.issuedTokens.map((token) => `Bearer ${token}`));
    const [request] = server.tokenRequests;
    expect(Object.fromEntries(request ?? [])).toEqual({
      grant_type: "client_credentials",
      client_id: "app",
      client_secret: secret,
    });
  });

  test("a rejected one is replaced once, and the call repeated with its key", async () => {
    await using server = await startLoopback(({ headers }, response) =>
      headers.authorization === `Bearer ${tokenOf("testnet", 0)}`
        ? sendError(response, 401, "unauthorized")
        : {},
    );
    await clientOf(server).transfers.cancel({ ...account, transfer_id: "01TRANSFER" });
    expect(server.requests).toHaveLength(2);
    expect(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    await using hostile = await startLoopback((_, response) => sendError(response, 401, "unauthorized"));
    await expect(clientOf(hostile).accounts.get(account)).rejects.toMatchObject({ code: "unauthorized" });
    expect(hostile.requests).toHaveLength(2);
  });

  test.each([
    ["invalid_client", 401, 1],
    ["temporarily_unavailable", 503, 3],
  ])("%s (%d) is thrown after %d token requests", async (tokenError, tokenStatus, requests) => {
    await using server = await startLoopback(() => ({}), { tokenError, tokenStatus });
    const call = clientOf(server, { maxRetries: 2 }).accounts.get(account);
    await expect(call).rejects.toMatchObject({
      name: "ApiError",
      code: tokenError,
      status: tokenStatus,
      detail: "no",
    });
    expect([server.tokenRequests.length, server.requests.length]).toEqual([requests, 0]);
  });

  test("a failed request for one is not remembered", async () => {
    await using server = await startLoopback(() => ({}));
    let isDown = true;
    const { accounts } = clientOf(server, {
      maxRetries: 0,
      fetch: (url, init) => (isDown ? Promise.reject(new TypeError("down")) : fetch(url, init)),
    });
    await expect(accounts.get(account)).rejects.toMatchObject({ name: "ConnectionError" });
    isDown = false;
    await accounts.get(account);
  });

  test("of another source are used, and fetched again once they are rejected", async () => {
    await using server = await startLoopback(({ headers }, response) =>
      headers.authorization === `Bearer ${tokenOf("testnet", 1)}`
        ? sendError(response, 401, "unauthorized")
        : {},
    );
    let serial = 0;
    const accessToken = (): string => {
      serial += 1;
      return tokenOf("testnet", serial);
    };
    await clientOf(server, { credentials: { accessToken } }).accounts.get(account);
    expect([serial, server.tokenRequests]).toEqual([2, []]);
  });

  test("are revoked with the client's own credentials", async () => {
    await using server = await startLoopback((_, response) => void response.writeHead(200).end());
    await clientOf(server).authentication.revokeToken({ token: "old" });
    const [request] = server.requests;
    expect(request?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      token: "old",
      client_id: "app",
      client_secret: secret,
    });
  });
});

describe("a private key", () => {
  const curves = { EdDSA: { name: "Ed25519" }, ES256: { name: "ECDSA", namedCurve: "P-256" } };
  const rsa = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" };
  const keys = {
    ...curves,
    PS256: { name: "RSA-PSS", ...rsa },
    RS256: { name: "RSASSA-PKCS1-v1_5", ...rsa },
  };
  const verification = { hash: "SHA-256", saltLength: 32 };

  test.each(Object.entries(keys))(
    "signs an assertion with %s, a new one for each request",
    async (alg, algorithm) => {
      await using server = await startLoopback(({ headers }, response) =>
        server.issuedTokens.length < 2 && headers.authorization !== undefined
          ? sendError(response, 401, "unauthorized")
          : {},
      );
      const pair = (await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])) as CryptoKeyPair;
      const jwk = { ...(await crypto.subtle.exportKey("jwk", pair.privateKey)), kty: kindOf(alg), alg };
      for (const privateKey of [pair.privateKey, jwk]) {
        const credentials = { clientId: "app", keyId: "key-1", privateKey };
        await clientOf(server, { credentials }).accounts.get(account);
      }
      const assertions = server.tokenRequests.map((request) => request.get("client_assertion") ?? "");
      expect(assertions).toHaveLength(3);
      for (const assertion of assertions) {
        const [header = "", claims = "", signature = ""] = assertion.split(".");
        expect(decode(header)).toEqual({ alg, kid: "key-1", typ: "JWT" });
        const { iat, exp } = decode(claims);
        expect(decode(claims)).toMatchObject({
          iss: "app",
          sub: "app",
          aud: `${server.baseUrl}/oauth2/token`,
        });
        expect(Number(exp) - Number(iat)).toBe(60);
        const bytes = Buffer.from(signature, "base64url");
        const data = Buffer.from(`${header}.${claims}`);
        const parameters = { ...algorithm, ...verification };
        expect(await crypto.subtle.verify(parameters, pair.publicKey, bytes, data)).toBe(true);
      }
      expect(new Set(assertions.map((assertion) => decode(assertion.split(".")[1] ?? "")["jti"])).size).toBe(
        3,
      );
    },
  );

  test("of another kind is refused", async () => {
    await using server = await startLoopback(() => ({}));
    const credentials = { clientId: "app", keyId: "key-1", privateKey: { kty: "RSA" } };
    await expect(clientOf(server, { credentials }).accounts.get(account)).rejects.toThrow(/EdDSA, ES256/);
  });
});

type CryptoKeyPair = { readonly privateKey: CryptoKey; readonly publicKey: CryptoKey };
type CryptoKey = Parameters<typeof crypto.subtle.sign>[1];

describe("networks", () => {
  test("a token of the other network is refused before a request is sent", async () => {
    await using server = await startLoopback(() => ({}), { network: "mainnet" });
    await expect(clientOf(server).accounts.get(account)).rejects.toMatchObject({
      name: "NetworkMismatchError",
    });
    expect(server.requests).toEqual([]);
    const mainnet = createFlorin({
      network: "mainnet",
      baseUrl: server.baseUrl,
      credentials: { clientId: "app", clientSecret: secret },
    });
    await mainnet.accounts.get(account);
    expect(server.requests).toHaveLength(1);
    expect("simulations" in mainnet).toBe(false);
  });

  test("a token without a network is refused", async () => {
    const credentials = { accessToken: () => "opaque" };
    const { accounts } = clientOf({ baseUrl: "http://127.0.0.1:1" }, { credentials });
    await expect(accounts.get(account)).rejects.toMatchObject({ name: "NetworkMismatchError" });
  });

  test("their clients have different types", () => {
    expectTypeOf<Florin<"testnet">>().not.toExtend<Florin<"mainnet">>();
    expectTypeOf<Florin<"mainnet">>().not.toExtend<Florin<"testnet">>();
    expectTypeOf<Florin<"mainnet">>().not.toHaveProperty("simulations");
    expectTypeOf<Florin<"testnet">>().toHaveProperty("simulations");
  });
});

function kindOf(alg: string): string {
  return { EdDSA: "OKP", ES256: "EC" }[alg] ?? "RSA";
}

function decode(part: string): Readonly<Record<string, unknown>> {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}
