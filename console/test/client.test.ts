import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ApiError, canceled } from "../src/api/api-error.ts";
import { watchPresence } from "../src/api/presence.ts";
import { request } from "../src/api/request.ts";
import { setSessionHandlers } from "../src/api/session-handlers.ts";
import { now } from "../src/system-clock.ts";

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

let server: Server;
let replies: Reply[] = [];
let requests: ReceivedRequest[] = [];
const signedOut = vi.fn();
const confirmed = vi.fn(async () => {});

beforeAll(async () => {
  server = createServer(({ method, url, headers }, response) => {
    requests.push({ method, url, headers });
    const { status, body } = replies.shift() ?? { status: 500 };
    response.writeHead(status, { "content-type": "application/json", "x-request-id": "01REQUEST" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal("location", { origin: `http://127.0.0.1:${port}` });
  setSessionHandlers({ onSignedOut: signedOut, confirmSecondFactor: confirmed });
});

afterEach(() => {
  replies = [];
  requests = [];
  vi.clearAllMocks();
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await new Promise((resolve) => server.close(resolve));
});

const secondFactorRequired: Reply = {
  status: 403,
  body: { code: "second_factor_required", detail: "second factor required" },
};

test("a read sends its parameters and omits unset ones", async () => {
  replies = [{ status: 200, body: { accounts: [] } }];
  const params = { path: { account_id: "a/b" }, query: { "page[size]": 5, status: undefined } };
  expect(await request("get", "/console/api/accounts/{account_id}", { params })).toEqual({ accounts: [] });
  expect(requests.map(({ url }) => url)).toEqual(["/console/api/accounts/a%2Fb?page[size]=5"]);
  expect(requests[0]?.headers["x-florin-console"]).toBeUndefined();
});

test("a change sends the console header", async () => {
  replies = [{ status: 204 }];
  expect(await request("post", "/console/api/things", { body: { name: "x" } })).toBeUndefined();
  expect(requests[0]?.headers).toMatchObject({ "x-florin-console": "1", "content-type": "application/json" });
  expect(requests[0]?.headers["idempotency-key"]).toBeUndefined();
});

test("after the second factor, the request is repeated with the same idempotency key", async () => {
  replies = [secondFactorRequired, { status: 201, body: { id: "1" } }];
  expect(await request("post", "/console/api/things", { idempotent: true })).toEqual({ id: "1" });
  expect(confirmed).toHaveBeenCalledOnce();
  const keys = requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("a request that was confirmed itself is repeated with its confirmation", async () => {
  const confirmation = { id: "01CONFIRMATION", expires_at: "", operation: "Mint", facts: [] };
  const body = { code: "second_factor_required", detail: "confirm this request", confirmation };
  replies = [{ status: 403, body }, { status: 201 }];
  await request("post", "/console/api/things", { idempotent: true, body: { amount: "5" } });
  expect(confirmed).toHaveBeenCalledWith(expect.objectContaining({ confirmation }));
  expect(requests.map(({ headers }) => headers["x-florin-confirmation"])).toEqual([
    undefined,
    "01CONFIRMATION",
  ]);
});

test("separate requests have separate idempotency keys", async () => {
  replies = [{ status: 204 }, { status: 204 }];
  await request("post", "/console/api/things", { idempotent: true });
  await request("post", "/console/api/things", { idempotent: true });
  expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
});

test("closing the second-factor dialog cancels the request", async () => {
  replies = [secondFactorRequired];
  confirmed.mockRejectedValueOnce(canceled());
  await expect(request("post", "/console/api/things")).rejects.toMatchObject({ code: "canceled" });
  expect(requests).toHaveLength(1);
});

test("an error response is parsed with its field errors and request id", async () => {
  const errors = [{ pointer: "/amount", detail: "must be positive" }];
  replies = [{ status: 422, body: { code: "invalid_request", detail: "no", request_id: "01ABC", errors } }];
  const error = await request("post", "/console/api/things").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: "invalid_request",
    detail: "no",
    requestId: "01ABC",
    errors,
  });
});

test("an unparseable error response keeps its request id", async () => {
  replies = [{ status: 502, body: "a proxy's error page" }];
  await expect(request("get", "/console/api/things")).rejects.toMatchObject({
    code: "unreadable_response",
    requestId: "01REQUEST",
  });
});

test("a 401 ends the session, except for proofs of identity", async () => {
  const unauthorized: Reply = { status: 401, body: { code: "unauthorized", detail: "no" } };
  replies = [unauthorized, unauthorized];
  await expect(request("post", "/console/api/me/confirm", { isProof: true })).rejects.toBeInstanceOf(
    ApiError,
  );
  expect(signedOut).not.toHaveBeenCalled();
  await expect(request("get", "/console/api/things")).rejects.toBeInstanceOf(ApiError);
  expect(signedOut).toHaveBeenCalledOnce();
});

test("requests without user activity are marked as unattended", async () => {
  const page = new EventTarget();
  watchPresence(page);
  const start = now();
  vi.useFakeTimers({ now: start, toFake: ["Date"] });
  try {
    replies = [{ status: 204 }, { status: 204 }, { status: 204 }];
    page.dispatchEvent(new Event("keydown"));
    vi.setSystemTime(start + 4 * 60_000);
    await request("get", "/console/api/things");
    vi.setSystemTime(start + 6 * 60_000);
    await request("get", "/console/api/things");
    page.dispatchEvent(new Event("pointermove"));
    await request("get", "/console/api/things");
  } finally {
    vi.useRealTimers();
  }
  expect(requests.map(({ headers }) => headers["x-florin-unattended"])).toEqual([undefined, "1", undefined]);
});

test("an unreachable service is reported as such", async () => {
  vi.stubGlobal("location", { origin: "http://127.0.0.1:1" });
  await expect(request("get", "/console/api/things")).rejects.toMatchObject({
    code: "unreachable",
    status: 0,
  });
});
