import { calculateJwkThumbprint, exportJWK } from "jose";
import { expect, test } from "vitest";
import { verifyDpopProof } from "../../service/src/auth/dpop.ts";
import { instantFromMs } from "../../service/src/kernel/instant.ts";
import { clientOf } from "./client.ts";
import { type Received, sendError, startLoopback } from "./loopback.ts";

const account = { account_id: "01ACCOUNT" };
const nowMs = 1_795_000_000_000;
const curve = { name: "ECDSA", namedCurve: "P-256" };

test("every request has a proof of its own, which the service accepts", async () => {
  const pair = await crypto.subtle.generateKey(curve, true, ["sign", "verify"]);
  const { kty = "", ...jwk } = await crypto.subtle.exportKey("jwk", pair.privateKey);
  const jkt = await calculateJwkThumbprint(await exportJWK(pair.publicKey));
  for (const dpopKey of [pair, { kty, ...jwk }]) {
    let isDown = true;
    await using server = await startLoopback((_, response) => {
      if (!isDown) return {};
      isDown = false;
      return sendError(response, 503, "unavailable");
    });
    await clientOf(server, { dpopKey, clock: { now: () => nowMs } }).transfers.list(account);
    const [token = ""] = server.issuedTokens;
    const proofs = await Promise.all(
      server.requests.map((request) => proofOf(server.baseUrl, request, token)),
    );
    const [tokenProof] = server.tokenProofs;
    proofs.push(await verify(String(tokenProof), "POST", `${server.baseUrl}/oauth2/token`));
    expect(proofs).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ jkt })));
    expect(new Set(proofs.map((proof) => typeof proof === "object" && proof.jti)).size).toBe(3);
    expect(server.requests[0]?.headers.authorization).toBe(`DPoP ${token}`);
  }
});

test("a proof has no private part of the key, and a client without a key has no proof", async () => {
  const { privateKey } = await crypto.subtle.generateKey(curve, true, ["sign", "verify"]);
  const { kty = "", ...jwk } = await crypto.subtle.exportKey("jwk", privateKey);
  await using server = await startLoopback(() => ({}));
  await clientOf(server, { dpopKey: { kty, ...jwk } }).accounts.get(account);
  await clientOf(server).accounts.get(account);
  const [proof, none] = server.requests.map(({ headers }) => headers["dpop"]);
  const header = Buffer.from(String(proof).split(".")[0] ?? "", "base64url").toString();
  expect(Object.keys(JSON.parse(header).jwk).sort((left, right) => (left < right ? -1 : 1))).toEqual([
    "crv",
    "kty",
    "x",
    "y",
  ]);
  expect(none).toBeUndefined();
});

function proofOf(baseUrl: string, { method, path, headers }: Received, accessToken: string) {
  return verify(String(headers["dpop"]), method, `${baseUrl}${path}`, accessToken);
}

function verify(proof: string, method: string, url: string, accessToken?: string) {
  const expected = { method, url, now: instantFromMs(nowMs) };
  return verifyDpopProof(proof, accessToken === undefined ? expected : { ...expected, accessToken });
}
