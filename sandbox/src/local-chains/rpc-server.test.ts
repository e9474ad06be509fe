import { afterAll, beforeAll, expect, test } from "vitest";
import { RpcFailure, type RpcServer, startRpcServer } from "./rpc-server.ts";

let server: RpcServer;

beforeAll(async () => {
  server = await startRpcServer({
    port: 0,
    handle: async (method, params) => {
      if (method === "echo") return params;
      if (method === "nothing") return undefined;
      if (method === "no") throw new RpcFailure(3, "execution reverted", "0x01");
      throw new Error("broken");
    },
  });
});
afterAll(() => server.close());

test("a response has the id of its request", async () => {
  expect(await post({ jsonrpc: "2.0", id: "a", method: "echo", params: [1] })).toEqual({
    jsonrpc: "2.0",
    id: "a",
    result: [1],
  });
  expect(await post({ jsonrpc: "2.0", id: 0, method: "nothing" })).toEqual({
    jsonrpc: "2.0",
    id: 0,
    result: null,
  });
});

test("a failure carries its code and data, and anything else is an internal error", async () => {
  expect(await post({ jsonrpc: "2.0", id: 1, method: "no" })).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: 3, message: "execution reverted", data: "0x01" },
  });
  expect(await post({ jsonrpc: "2.0", id: 1, method: "other" })).toMatchObject({ error: { code: -32603 } });
});

test("batch responses are in order, without notifications", async () => {
  const responses = await post([
    { jsonrpc: "2.0", id: 1, method: "echo", params: ["x"] },
    { jsonrpc: "2.0", method: "echo", params: ["notification"] },
    { jsonrpc: "2.0", id: 2, method: "no" },
  ]);
  expect(responses).toMatchObject([
    { id: 1, result: ["x"] },
    { id: 2, error: { code: 3 } },
  ]);
});

test("invalid requests are rejected with the JSON-RPC error codes", async () => {
  expect(await postText("{")).toMatchObject({ id: null, error: { code: -32700 } });
  expect(await post([])).toMatchObject({ error: { code: -32600 } });
  expect(await post(7)).toMatchObject({ error: { code: -32600 } });
  expect(await post({ id: 5, method: 5 })).toMatchObject({ id: 5, error: { code: -32600 } });
  expect((await fetch(server.url)).status).toBe(405);
});

test("a body above the limit is rejected", async () => {
  const response = await fetch(server.url, { method: "POST", body: "x".repeat(5 * 1024 * 1024) }).catch(
    () => undefined,
  );
  expect(response?.status ?? 413).toBe(413);
});

async function post(body: unknown): Promise<unknown> {
  return postText(JSON.stringify(body));
}

async function postText(body: string): Promise<unknown> {
  return (await fetch(server.url, { method: "POST", body })).json();
}
