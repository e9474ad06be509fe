import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestClient } from "../../test/api.ts";

let api: TestApi;
let client: TestClient;
let notes: string;

beforeAll(async () => {
  api = await startTestApi();
  client = await api.createClient();
  notes = `/accounts/${client.accountId}/notes`;
});
afterAll(() => api.stop());

const post = (options: Parameters<TestApi["request"]>[2]) =>
  api.request("POST", notes, { token: client.token, idempotencyKey: crypto.randomUUID(), ...options });

describe("bodies", () => {
  test("a valid one is accepted", async () => {
    const response = await post({ body: { text: "hello" } });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ id: expect.stringMatching(/^[0-9A-Z]{26}$/), text: "hello" });
  });

  test.each([
    ["an unknown property", { text: "a", colour: "red" }, "/colour"],
    ["a missing property", {}, "/text"],
    ["a number for a string", { text: 5 }, "/text"],
    ["an empty string", { text: "" }, "/text"],
    ["a value outside the list", { text: "a", kind: "fancy" }, "/kind"],
    ["an array", [], ""],
    ["null", null, ""],
    ["a constructor.prototype member", JSON.parse('{"text":"a","constructor":{"prototype":{}}}'), undefined],
  ])("%s is refused with a pointer", async (_name, body, pointer) => {
    const response = await post({ body });
    expect(response.status).toBe(400);
    if (pointer !== undefined) {
      expect(response.body).toMatchObject({ status: 400, title: "Bad Request", code: "validation_failed" });
      expect(response.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    }
  });

  test("a value is never repeated in the error", async () => {
    const response = await post({ body: { text: { secret: "4111111111111111" }, kind: "123-45-6789" } });
    expect(response.status).toBe(400);
    expect(response.text).not.toMatch(/4111|6789/);
  });

  test.each([
    ["invalid JSON", "{", 400, "malformed_request"],
    ["no body", "", 400, "validation_failed"],
    ["a NUL in a string", '{"text":"a\\u0000b"}', 400, "validation_failed"],
    ["a lone surrogate", '{"text":"\\ud800"}', 400, "validation_failed"],
    ["a __proto__ member", '{"text":"a","__proto__":{"x":1}}', 400, "malformed_request"],
    ["deep nesting", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, 400, "validation_failed"],
  ])("%s is refused", async (_name, rawBody, status, code) => {
    const response = await post({ rawBody, headers: { "content-type": "application/json" } });
    expect(response.body).toMatchObject({ status, code });
  });

  test("an empty body is no body, even with a Content-Type", async () => {
    const headers = { "content-type": "application/json" };
    expect(await api.request("GET", notes, { token: client.token, headers })).toMatchObject({ status: 200 });
  });

  test("bytes that are not UTF-8 are refused, not replaced", async () => {
    const rawBody = new Uint8Array([
      ...new TextEncoder().encode('{"text":"'),
      0xff,
      ...new TextEncoder().encode('"}'),
    ]);
    const response = await post({ rawBody, headers: { "content-type": "application/json" } });
    expect(response.body).toMatchObject({ status: 400, code: "malformed_request" });
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/xml"])(
    "%s is 415",
    async (type) => {
      const response = await post({ rawBody: "text=a", headers: { "content-type": type } });
      expect(response.body).toMatchObject({ status: 415, code: "unsupported_media_type" });
    },
  );

  test("a body past 1 MiB is 413", async () => {
    const response = await post({ body: { text: "a".repeat(1024 * 1024) } });
    expect(response.body).toMatchObject({ status: 413, code: "payload_too_large" });
  });
});

describe("addresses", () => {
  test.each(["short", "01JD7Q2M8W3T5V6X9YZABCDEF-", "%00", "a%2Fb", "%F0%9F%92%A9"])(
    "the malformed id %s is 404",
    async (id) => {
      const response = await api.request("GET", `/accounts/${id}/notes`, { token: client.token });
      expect(response.body).toMatchObject({ status: 404, code: "not_found" });
    },
  );

  test.each(["/nowhere", "/accounts/%FF/notes"])("the path %s does not exist: 404", async (path) => {
    expect((await api.request("GET", path)).body).toMatchObject({ status: 404, code: "not_found" });
  });

  test("a known path with another method is 405 with the allowed methods", async () => {
    const response = await api.request("DELETE", notes, { token: client.token });
    expect(response.body).toMatchObject({ status: 405, code: "method_not_allowed" });
    expect(response.headers.get("allow")).toBe("GET, HEAD, PATCH, POST");
  });

  test.each([
    "?colour=red",
    "?page[sise]=5",
    "?text=a&text=b",
    "?page[size]=0",
    "?page[size]=101",
    "?page[size]=x",
    "?text=%00",
  ])("the query %s is 400 with a pointer", async (query) => {
    const response = await api.request("GET", notes + query, { token: client.token });
    expect(response.body).toMatchObject({ status: 400, code: "validation_failed" });
    expect(response.body.errors[0].pointer).toMatch(/^\/query/);
  });
});

describe("authentication", () => {
  test("a missing or invalid token is 401 with a challenge", async () => {
    for (const authorization of [
      undefined,
      "",
      "Bearer",
      "Bearer x",
      "Basic abc",
      `Bearer ${client.token}x`,
    ]) {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await api.request("GET", notes, { headers });
      expect(response.body).toMatchObject({ status: 401, code: "unauthorized" });
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
  });

  test("two Authorization headers are refused, for the API and for SCIM, also when they are equal", async () => {
    for (const path of [notes, "/scim/v2/Users", "/oauth2/token"]) {
      for (const second of [`Bearer ${client.token}`, "Basic abc"]) {
        const sent = request(new URL(api.baseUrl + path), {
          headers: ["Host", "localhost", "authorization", `Bearer ${client.token}`, "Authorization", second],
          method: path === "/oauth2/token" ? "POST" : "GET",
        });
        sent.end();
        const [response] = (await once(sent, "response")) as [IncomingMessage];
        expect([response.statusCode, await text(response)]).toEqual([
          400,
          expect.stringContaining("send one Authorization header"),
        ]);
      }
    }
  });

  test("a token without the scope is 403, and the scope is named", async () => {
    const reader = await api.createClient({ scopes: ["accounts:read"] });
    const response = await api.request("POST", `/accounts/${reader.accountId}/notes`, {
      token: reader.token,
      idempotencyKey: "k",
      body: { text: "a" },
    });
    expect(response.body).toMatchObject({ status: 403, code: "insufficient_scope" });
    expect(response.body.detail).toContain("accounts:write");
  });
});

describe("headers", () => {
  test("every response has its request id, version, rate limits and no-store", async () => {
    for (const path of [notes, "/accounts/x/notes", `${notes}?no=1`]) {
      const { headers } = await api.request("GET", path, { token: client.token });
      expect(headers.get("x-request-id")).toMatch(/^[0-9A-Z]{26}$/);
      expect(headers.get("api-version")).toBe("2.3.1");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("ratelimit-policy")).toBe('"default";q=2000;w=2');
      expect(headers.get("ratelimit")).toMatch(/^"default";r=\d+;t=\d+$/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
      expect(headers.get("strict-transport-security")).toMatch(/max-age/);
      expect(headers.get("content-security-policy")).toBe("default-src 'none';frame-ancestors 'none'");
    }
  });

  test("an error links to its entry in the error catalogue", async () => {
    const { headers, body } = await api.request("GET", "/nowhere", { token: client.token });
    expect(headers.get("link")).toBe(`</docs/reference/errors.html#${body.code}>; rel="help"`);
    expect((await api.request("GET", notes, { token: client.token })).headers.get("link")).toBeNull();
  });

  test("a valid inbound request id is echoed in the header and in errors; any other is replaced", async () => {
    const sane = await api.request("GET", "/nowhere", { headers: { "x-request-id": "trace-1.a_B" } });
    expect(sane.headers.get("x-request-id")).toBe("trace-1.a_B");
    expect(sane.body.request_id).toBe("trace-1.a_B");
    for (const id of ["a b", "<script>", "x".repeat(129)]) {
      const response = await api.request("GET", "/nowhere", { headers: { "x-request-id": id } });
      expect(response.body.request_id).toMatch(/^[0-9A-Z]{26}$/);
    }
  });

  test("Api-Version 2.3.1 is accepted, any other is 400", async () => {
    const requestVersion = (version: string) =>
      api.request("GET", notes, { token: client.token, headers: { "api-version": version } });
    expect((await requestVersion("2.3.1")).status).toBe(200);
    expect((await requestVersion("2.3.0")).body).toMatchObject({
      status: 400,
      code: "unsupported_api_version",
    });
  });

  test("HEAD responds like GET, without a body", async () => {
    const response = await api.request("HEAD", notes, { token: client.token });
    expect(response.status).toBe(200);
    expect(response.text).toBe("");
  });
});

describe("lists", () => {
  test("are newest first, page by cursor, and keep their filters", async () => {
    const lister = await api.createClient();
    const path = `/accounts/${lister.accountId}/notes`;
    for (const text of ["a", "b", "a", "b", "a"]) {
      await api.request("POST", path, {
        token: lister.token,
        idempotencyKey: crypto.randomUUID(),
        body: { text },
      });
    }
    const first = await api.request("GET", `${path}?text=a&page[size]=2`, { token: lister.token });
    expect(first.body.notes.map((note: { text: string }) => note.text)).toEqual(["a", "a"]);
    expect(first.body.pagination).toEqual({ page_size: 2, next: expect.any(String), prev: null });
    const { next } = first.body.pagination;
    const second = await api.request("GET", `${path}?text=a&page[size]=2&page[after]=${next}`, {
      token: lister.token,
    });
    expect(second.body.notes).toHaveLength(1);
    expect(second.body.pagination.next).toBeNull();
    const otherFilter = await api.request("GET", `${path}?text=b&page[after]=${next}`, {
      token: lister.token,
    });
    expect(otherFilter.body).toMatchObject({ status: 400, code: "validation_failed" });
  });

  test("a cursor of another application is refused", async () => {
    const other = await api.createClient();
    await post({ body: { text: "x" } });
    await post({ body: { text: "y" } });
    const mine = await api.request("GET", `${notes}?page[size]=1`, { token: client.token });
    const path = `/accounts/${other.accountId}/notes?page[after]=${mine.body.pagination.next}`;
    expect((await api.request("GET", path, { token: other.token })).status).toBe(400);
  });
});
