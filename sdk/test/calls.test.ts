import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { eventually } from "../../service/test/eventually.ts";
import { ApiError, type Attempt, isApiError } from "../src/index.ts";
import { clientOf, secret } from "./client.ts";
import { type Script, sendError, sendJson, startLoopback } from "./loopback.ts";

const transfer = {
  account_id: "01ACCOUNT",
  amount: { value: "125.50", currency: "USD" },
  source: { value_type: "USD", transfer_type: "wire" },
  destination: { address_id: "01ADDRESS", value_type: "FUSD", transfer_type: "base" },
} as const;

/** Responds to each request in turn; the last one for all others. */
function inTurn(...scripts: readonly Script[]): Script {
  let count = 0;
  return (request, response) => {
    const script = scripts[Math.min(count, scripts.length - 1)];
    count += 1;
    return script?.(request, response);
  };
}

const fails =
  (status: number, code: string, headers: object = {}): Script =>
  (_, response) =>
    sendError(response, status, code, headers);
const hangsUp: Script = (_, response) => void response.destroy();
const truncates: Script = (_, response) => {
  response.writeHead(201, { "content-type": "application/json" }).end('{"id": "01TRANS');
  return undefined;
};
const succeeds: Script = () => ({ id: "01TRANSFER" });

test("every attempt of a call has the same idempotency key and body", async () => {
  const script = inTurn(
    hangsUp,
    fails(503, "overloaded"),
    truncates,
    fails(409, "idempotency_key_in_flight"),
    succeeds,
  );
  await using server = await startLoopback(script);
  expect(await clientOf(server).transfers.create(transfer)).toEqual({ id: "01TRANSFER" });
  expect(server.requests).toHaveLength(5);
  const [first] = server.requests;
  expect(first).toMatchObject({ method: "POST", path: "/accounts/01ACCOUNT/transfers" });
  expect(first?.headers["idempotency-key"]).toMatch(/^[\da-f-]{36}$/);
  expect(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
  const { account_id: _id, ...body } = transfer;
  for (const request of server.requests) expect(JSON.parse(request.body)).toEqual(body);
});

test("two calls have different keys, unless the caller passes one", async () => {
  await using server = await startLoopback(succeeds);
  const florin = clientOf(server);
  await florin.transfers.create(transfer);
  await florin.transfers.create(transfer);
  await florin.transfers.create(transfer, { idempotencyKey: "order-7" });
  const keys = server.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe("order-7");
});

test("Retry-After is honored", async () => {
  const delays: number[] = [];
  const waits = fails(429, "rate_limited", { "retry-after": "1" });
  const dates = { date: "Wed, 18 Nov 2026 10:00:00 GMT", "retry-after": "Wed, 18 Nov 2026 10:00:01 GMT" };
  await using server = await startLoopback(inTurn(waits, fails(503, "overloaded", dates), succeeds));
  const hooks = { onRetry: ({ delayMs }: { readonly delayMs: number }) => delays.push(delayMs) };
  await clientOf(server, { hooks }).transfers.create(transfer);
  expect(delays).toEqual([1000, 1000]);
});

test("a Retry-After beyond the time limit of the call ends it at once", async () => {
  await using server = await startLoopback(fails(429, "rate_limited", { "retry-after": "3600" }));
  const call = clientOf(server).transfers.create(transfer);
  await expect(call).rejects.toMatchObject({ code: "rate_limited", retryAfterMs: 3_600_000 });
  expect(server.requests).toHaveLength(1);
});

test("what may have had its effect is repeated only with a key", async () => {
  const subscription = { account_id: "01A", subscription_id: "01S" };
  await using lost = await startLoopback(hangsUp);
  await expect(clientOf(lost).webhooks.testSubscription(subscription)).rejects.toThrow("no response");
  expect(lost.requests).toHaveLength(1);
  await using limited = await startLoopback(inTurn(fails(429, "rate_limited"), succeeds));
  await clientOf(limited).webhooks.testSubscription(subscription);
  expect(limited.requests).toHaveLength(2);
  await using quoted = await startLoopback(inTurn(hangsUp, succeeds));
  await clientOf(quoted).transfers.quote(transfer);
  expect(quoted.requests).toHaveLength(2);
});

test.each([
  [400, "validation_failed"],
  [403, "insufficient_scope"],
  [404, "not_found"],
  [409, "conflict"],
  [422, "insufficient_balance"],
])("%d %s is not retried", async (status, code) => {
  await using server = await startLoopback(fails(status, code));
  await expect(clientOf(server).transfers.create(transfer)).rejects.toMatchObject({ status, code });
  expect(server.requests).toHaveLength(1);
});

test("retries end after the maximum, and the error has the key to repeat the call", async () => {
  await using server = await startLoopback(fails(500, "internal"));
  const call = clientOf(server).transfers.create(transfer, { maxRetries: 2, idempotencyKey: "order-8" });
  await expect(call).rejects.toMatchObject({
    code: "internal",
    idempotencyKey: "order-8",
    requestId: "01REQUEST",
  });
  expect(server.requests).toHaveLength(3);
});

test("an error has its code, request id and pointers, and can be narrowed", async () => {
  const errors = [{ pointer: "/amount/value", detail: "must be positive" }];
  await using server = await startLoopback((_, response) =>
    sendError(response, 400, "validation_failed", {}, errors),
  );
  const error: unknown = await clientOf(server)
    .transfers.create(transfer)
    .catch((reason: unknown) => reason);
  expect(isApiError(error, "insufficient_balance")).toBe(false);
  if (!isApiError(error, "insufficient_balance", "validation_failed")) throw new Error("it is not narrowed");
  const code: "insufficient_balance" | "validation_failed" = error.code;
  expect(code).toBe(error.code);
  expect(error).toMatchObject({
    status: 400,
    code: "validation_failed",
    requestId: "01REQUEST",
    errors,
    message: expect.stringContaining("/amount/value: must be positive"),
  });
});

test("the message of an error names each invalid field once", () => {
  const fields = {
    status: 400,
    code: "validation_failed",
    requestId: undefined,
    retryAfterMs: undefined,
  } as const;
  const [value, other] = [
    { pointer: "/amount/value", detail: "must be positive" },
    { pointer: "/amount", detail: "is too small" },
  ];
  const { message } = new ApiError({
    ...fields,
    detail: "/amount/value must be positive",
    errors: [value, other],
  });
  expect(message).toBe("/amount/value must be positive; /amount: is too small (400 validation_failed)");
});

test("a page of a proxy is an error, too", async () => {
  await using server = await startLoopback((_, response) => {
    response.writeHead(418, { "content-type": "text/html" }).end("<h1>no</h1>");
    return undefined;
  });
  const call = clientOf(server).transfers.create(transfer);
  await expect(call).rejects.toMatchObject({ status: 418, code: "unexpected_response" });
});

test("a redirect is not followed", async () => {
  await using elsewhere = await startLoopback(succeeds);
  await using server = await startLoopback((_, response) => {
    response.writeHead(307, { location: `${elsewhere.baseUrl}/accounts` }).end();
    return undefined;
  });
  await expect(clientOf(server).accounts.get({ account_id: "01A" })).rejects.toMatchObject({ status: 307 });
  expect(elsewhere.requests).toEqual([]);
});

test("an operation that waits for approval throws", async () => {
  const approval = { id: "01APPROVAL", status: "pending" };
  await using server = await startLoopback((_, response) =>
    sendJson(response, approval, 202, { location: "/accounts/01ACCOUNT/approvals/01APPROVAL" }),
  );
  const call = clientOf(server).transfers.create(transfer);
  await expect(call).rejects.toMatchObject({ name: "ApprovalRequiredError", approval });
});

test("an id that is missing or not an id is never sent", async () => {
  await using server = await startLoopback(succeeds);
  const { accounts } = clientOf(server);
  for (const account_id of ["", ".", ".."]) {
    await expect(accounts.get({ account_id })).rejects.toThrow("accounts.get needs account_id");
  }
  await accounts.get({ account_id: "../tokens?x" });
  expect(server.requests.map(({ path }) => path)).toEqual(["/accounts/..%2Ftokens%3Fx"]);
});

test("lists are iterated to their end, in the direction of the first page", async () => {
  const pages: Readonly<Record<string, object>> = {
    "": { transfers: [{ id: "3" }, { id: "2" }], pagination: { next: "n1", prev: null } },
    "page[after]=n1": { transfers: [{ id: "1" }], pagination: { next: null, prev: "p1" } },
    "page[before]=p1": { transfers: [{ id: "3" }], pagination: { next: "n1", prev: null } },
  };
  await using server = await startLoopback(({ path }) => {
    const query = new URL(path, "http://localhost").searchParams;
    query.delete("status");
    query.delete("page[size]");
    return pages[decodeURIComponent(query.toString())];
  });
  const { transfers } = clientOf(server);
  const input = { account_id: "01A", status: "pending", page: { size: 2 } } as const;
  const ids: string[] = [];
  for await (const { id } of transfers.list(input)) ids.push(id);
  expect(ids).toEqual(["3", "2", "1"]);
  for (const { path } of server.requests)
    expect(decodeURIComponent(path)).toContain("?status=pending&page[size]=2");
  expect((await transfers.list(input)).transfers).toHaveLength(2);
  const earlier: string[] = [];
  for await (const { id } of transfers.list({ account_id: "01A", page: { before: "p1" } })) earlier.push(id);
  expect(earlier).toEqual(["3"]);
});

test("a file is sent as a form, with each retry", async () => {
  await using server = await startLoopback(inTurn(hangsUp, succeeds));
  const file = new Blob(["%PDF-1.4"], { type: "application/pdf" });
  await clientOf(server).documents.stage({ file, document_kind: "ein_letter" });
  expect(server.requests).toHaveLength(2);
  for (const { body, headers } of server.requests) {
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain("%PDF-1.4");
    expect(body).toContain("ein_letter");
  }
});

test("hooks see every attempt, and neither hooks nor errors nor the client show a secret", async () => {
  const seen: unknown[] = [];
  const see = (value: Attempt): void => void seen.push(value);
  await using server = await startLoopback(inTurn(hangsUp, fails(422, "insufficient_balance")));
  const florin = clientOf(server, { hooks: { onRequest: see, onResponse: see, onRetry: see } });
  const error = await florin.transfers
    .create({ ...transfer, note: "private note" })
    .catch((reason: unknown) => reason);
  const summary = (seen as (Attempt & { readonly status?: number; readonly delayMs?: number })[]).map(
    ({ operation, attempt, status, delayMs }) => [operation, attempt, status, delayMs === undefined],
  );
  expect(summary).toEqual([
    ["authentication.requestToken", 1, undefined, true],
    ["authentication.requestToken", 1, 200, true],
    ["transfers.create", 1, undefined, true],
    ["transfers.create", 1, undefined, false],
    ["transfers.create", 2, undefined, true],
    ["transfers.create", 2, 422, true],
  ]);
  const shown = inspect([seen, error, florin], { depth: 20, showHidden: true });
  for (const text of [secret, server.issuedTokens[0] ?? "none", "private note", "01ACCOUNT"]) {
    expect(shown).not.toContain(text);
  }
});

test("a hook that throws does not lose the response", async () => {
  await using server = await startLoopback(succeeds);
  const onResponse = vi.fn(() => {
    throw new Error("the log is full");
  });
  const florin = clientOf(server, { hooks: { onResponse } });
  expect(await florin.transfers.create(transfer)).toEqual({ id: "01TRANSFER" });
  expect(onResponse).toHaveBeenCalled();
});

test("an aborted call ends with the reason of its signal, whatever it was doing", async () => {
  await using silent = await startLoopback(() => new Promise<undefined>(() => {}));
  const reason = new Error("no longer needed");
  await expect(clientOf(silent).accounts.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(
    reason,
  );
  expect(silent.requests).toEqual([]);
  const during = new AbortController();
  const call = clientOf(silent).transfers.create(transfer, { signal: during.signal });
  await eventually(async () => expect(silent.requests).toHaveLength(1));
  during.abort(reason);
  await expect(call).rejects.toBe(reason);
  await using failing = await startLoopback(fails(503, "overloaded", { "retry-after": "60" }));
  const waiting = new AbortController();
  const hooks = { onRetry: () => waiting.abort(reason) };
  await expect(clientOf(failing, { hooks }).accounts.list({}, { signal: waiting.signal })).rejects.toBe(
    reason,
  );
});

test("a call that takes too long ends, with the key to repeat it; an attempt is retried", async () => {
  await using silent = await startLoopback(() => new Promise<undefined>(() => {}));
  const call = clientOf(silent).transfers.create(transfer, { timeoutMs: 200, idempotencyKey: "order-9" });
  await expect(call).rejects.toMatchObject({ name: "TimeoutError", idempotencyKey: "order-9" });
  const hangs: Script = () => new Promise<undefined>(() => {});
  await using server = await startLoopback(inTurn(hangs, succeeds));
  const repeated = clientOf(server, { attemptTimeoutMs: 500 }).transfers.create(transfer);
  expect(await repeated).toEqual({ id: "01TRANSFER" });
});

test.each(["http://user:pass@localhost", "ftp://localhost", "http://localhost?x=1", "localhost"])(
  "%s is not the address of a service",
  (baseUrl) => {
    expect(() => clientOf({ baseUrl })).toThrow(TypeError);
  },
);

test("a list in a query repeats its name", async () => {
  await using server = await startLoopback(() => ({
    addresses: [],
    pagination: { page_size: 25, next: null, prev: null },
  }));
  await clientOf(server).addresses.list({ account_id: "01ACCOUNT", transfer_type: ["base", "wire"] });
  expect(server.requests.at(-1)?.path).toContain("/addresses?transfer_type=base&transfer_type=wire");
});

test("any request can be sent: with a key unless it is a GET, and its query as it is", async () => {
  await using server = await startLoopback(succeeds);
  const florin = clientOf(server);
  await florin.request({ method: "GET", path: "/accounts?page[size]=1" });
  await florin.request(
    { method: "POST", path: "/a/{b}?c=d", body: { e: "f" } },
    { idempotencyKey: "order-7" },
  );
  const [get, post] = server.requests.filter(({ path }) => !path.startsWith("/oauth2/"));
  expect(get).toMatchObject({ method: "GET", path: "/accounts?page[size]=1", body: "" });
  expect(get?.headers["idempotency-key"]).toBeUndefined();
  expect(post).toMatchObject({ method: "POST", path: "/a/%7Bb%7D?c=d", body: '{"e":"f"}' });
  expect(post?.headers["idempotency-key"]).toBe("order-7");
});

test.each(["@127.0.0.2/accounts", ".example.com/accounts", "accounts", ""])(
  "the token is not sent elsewhere: %j is no path",
  async (path) => {
    await using server = await startLoopback(succeeds);
    await expect(clientOf(server).request({ method: "GET", path })).rejects.toThrow(TypeError);
    expect(server.requests).toEqual([]);
  },
);
