import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { ChainDisagreementError, ChainUnavailableError } from "./chain.ts";
import { createNodePool, NodeError, type NodePoolOptions } from "./node-pool.ts";

interface RecordedRequest {
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** An HTTP server with the response that the test sets. */
interface TestNode {
  readonly url: string;
  readonly requests: RecordedRequest[];
  respond: (body: unknown, response: ServerResponse) => void;
}

const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function startNode(respond: TestNode["respond"]): Promise<TestNode> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const node: TestNode = { url: `http://127.0.0.1:${port}`, requests, respond };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    requests.push({ body, authorization: request.headers.authorization });
    node.respond(body, response);
  };
  closings.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return node;
}

const replyWith =
  (json: unknown, status = 200): TestNode["respond"] =>
  (_, response) =>
    void response.writeHead(status).end(JSON.stringify(json));

const result = (value: unknown) => replyWith({ jsonrpc: "2.0", id: 0, result: value });
const silence: TestNode["respond"] = () => {};

/** Returns the params of each request as its result, in reverse order. */
const echo: TestNode["respond"] = (body, response) => {
  const questions = body as readonly { readonly id: number; readonly params: unknown }[];
  const responses = questions.map(({ id, params }) =>
    params === "no" ? { id, error: { code: -32000, message: "no" } } : { id, result: params },
  );
  response.end(JSON.stringify(responses.toReversed()));
};

function poolOf(nodes: readonly TestNode[], options: Partial<NodePoolOptions> = {}) {
  const failures: number[] = [];
  const clock = { now: 1_000 };
  const pool = createNodePool({
    urls: nodes.map(({ url }) => url),
    timeoutMs: 240_000,
    now: () => clock.now,
    onFailure: ({ node }) => failures.push(node),
    ...options,
  });
  return { pool, failures, clock };
}

describe("a call", () => {
  test("goes to the first node only", async () => {
    const [first, second] = [await startNode(result("0x1")), await startNode(result("0x2"))];
    const { pool } = poolOf([first, second]);
    expect(await pool.call("eth_chainId", [])).toBe("0x1");
    expect(first.requests.map(({ body }) => body)).toEqual([
      { jsonrpc: "2.0", id: 0, method: "eth_chainId", params: [] },
    ]);
    expect(second.requests).toEqual([]);
  });

  test("may return null", async () => {
    const { pool } = poolOf([await startNode(result(null))]);
    expect(await pool.call("eth_getTransactionReceipt", ["0x0"])).toBeNull();
  });

  test("that a node rejects is not retried on another node, which would reject it too", async () => {
    const error = { code: 3, message: "execution reverted", data: "0x08c379a0" };
    const [first, second] = [await startNode(replyWith({ id: 0, error })), await startNode(result("yes"))];
    const { pool, failures } = poolOf([first, second]);
    const rejection: unknown = await pool.call("eth_call", []).catch((thrown: unknown) => thrown);
    expect(rejection).toBeInstanceOf(NodeError);
    expect(rejection).toMatchObject(error);
    expect(second.requests).toEqual([]);
    expect(failures).toEqual([]);
  });

  test("with a JSON-RPC error and an unusual HTTP status is rejected", async () => {
    const error = { code: -32602, message: "invalid params" };
    const { pool } = poolOf([await startNode(replyWith({ id: 0, error }, 400))]);
    await expect(pool.call("eth_call", [])).rejects.toMatchObject(error);
  });

  test("reads a compressed response", async () => {
    const json = gzipSync(JSON.stringify({ jsonrpc: "2.0", id: 0, result: "0x1" }));
    const node = await startNode(
      (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(json),
    );
    expect(await poolOf([node]).pool.call("eth_chainId", [])).toBe("0x1");
  });

  const broken: readonly (readonly [string, TestNode["respond"]])[] = [
    ["is overloaded", replyWith({ id: 0, error: { code: -32005, message: "slow down" } }, 429)],
    ["denies access", replyWith({ error: "bad key" }, 401)],
    ["requires payment", replyWith({ id: 0, error: { code: -32000, message: "pay first" } }, 402)],
    ["fails with a server error", replyWith({ id: 0, error: { code: -32000, message: "sorry" } }, 500)],
    ["is behind a gateway that cannot reach it", replyWith({ id: 0, result: "lies" }, 502)],
    ["returns an HTML page", (_, response) => void response.end("<html>maintenance</html>")],
    ["returns JSON without result or error", replyWith({ message: "hello" })],
    ["returns an empty body", (_, response) => void response.end()],
    ["closes the connection", (_, response) => void response.destroy()],
    ["redirects", (_, response) => void response.writeHead(307, { location: "http://127.0.0.1:1" }).end()],
  ];

  test.each(broken)("fails over to the next node when one %s", async (_, respond) => {
    const [first, second] = [await startNode(respond), await startNode(result("0x2"))];
    const { pool, failures } = poolOf([first, second]);
    expect(await pool.call("eth_chainId", [])).toBe("0x2");
    expect(failures).toEqual([0]);
  });

  const troubles: readonly (readonly [number, string])[] = [
    [-32_005, "daily request count exceeded"],
    [-32_603, "Internal error"],
    [429, "Your app has exceeded its compute units per second capacity"],
    [-32_000, "missing trie node 1f2e (path ) state 0x1f2e is not available"],
    [-32_000, "header not found"],
  ];

  test.each(troubles)(
    "fails over to the next node on a node-specific error: %i %s",
    async (code, message) => {
      const troubledNode = await startNode(replyWith({ id: 0, error: { code, message } }));
      const { pool, failures } = poolOf([troubledNode, await startNode(result("0x2"))]);
      expect(await pool.call("eth_chainId", [])).toBe("0x2");
      expect(failures).toEqual([0]);
      expect(await pool.call("eth_chainId", [])).toBe("0x2");
      expect(troubledNode.requests).toHaveLength(1);
    },
  );

  test("that every node rejects with the same error throws it, and no node is marked as failed", async () => {
    const error = { code: -32_005, message: "query returned more than 10000 results" };
    const nodes = [
      await startNode(replyWith({ id: 0, error })),
      await startNode(replyWith({ id: 0, error })),
    ];
    const { pool, failures } = poolOf(nodes);
    await expect(pool.call("eth_getLogs", [])).rejects.toMatchObject(error);
    expect(failures).toEqual([]);
  });

  test("that reverts in a contract is not a node failure, whatever the error code", async () => {
    const error = { code: -32_603, message: "Internal error", data: "0x08c379a0" };
    const other = await startNode(result("yes"));
    const { pool } = poolOf([await startNode(replyWith({ id: 0, error })), other]);
    await expect(pool.call("eth_call", [])).rejects.toMatchObject(error);
    expect(other.requests).toEqual([]);
  });

  test("fails over to the next node when one times out or is unreachable", async () => {
    const [silent, alive] = [await startNode(silence), await startNode(result("0x2"))];
    const { pool, failures } = poolOf([], {
      urls: [silent.url, "http://127.0.0.1:1", alive.url],
      // The silent node uses it up; the last one responds in time, even on a busy machine.
      timeoutMs: 2_000,
    });
    expect(await pool.call("eth_chainId", [])).toBe("0x2");
    expect(failures).toEqual([0, 1]);
  });

  test("throws ChainUnavailableError when no node responds", async () => {
    const { pool, failures } = poolOf([
      await startNode(replyWith({}, 503)),
      await startNode(replyWith({}, 503)),
    ]);
    await expect(pool.call("eth_chainId", [])).rejects.toThrow(ChainUnavailableError);
    expect(failures).toEqual([0, 1]);
    const none = createNodePool({ urls: [], timeoutMs: 100, now: () => 0 });
    await expect(none.call("eth_chainId", [])).rejects.toThrow(ChainUnavailableError);
  });

  test("is aborted when the response is endless and has no content length", async () => {
    const piece = Buffer.alloc(4 * 1024 * 1024, " ");
    let isClosed = false;
    const endless: TestNode["respond"] = (_, response) => {
      response.on("close", () => {
        isClosed = true;
      });
      const writeMore = (): void => {
        while (!isClosed && response.write(piece));
      };
      response.on("drain", writeMore);
      writeMore();
    };
    const { pool, failures } = poolOf([await startNode(endless), await startNode(result("0x2"))]);
    expect(await pool.call("eth_getLogs", [])).toBe("0x2");
    expect(failures).toEqual([0]);
  });
});

describe("a batch call", () => {
  test("is one request, with results in order and an error per call", async () => {
    const node = await startNode(echo);
    const { pool } = poolOf([node]);
    const questions = ["a", "no", "c"].map((params) => ({ method: "echo", params }));
    const [first, second, third] = await pool.callMany(questions);
    expect([first, third]).toEqual(["a", "c"]);
    expect(second).toBeInstanceOf(NodeError);
    expect(node.requests).toHaveLength(1);
    expect(await pool.callMany([])).toEqual([]);
    expect(node.requests).toHaveLength(1);
  });

  test("above the batch limit is split into several requests to one node", async () => {
    const node = await startNode(echo);
    const { pool } = poolOf([node]);
    const questions = Array.from({ length: 450 }, (_, params) => ({ method: "echo", params }));
    expect(await pool.callMany(questions)).toEqual(questions.map(({ params }) => params));
    expect(node.requests).toHaveLength(3);
  });

  test.each([
    ["does not support batches", replyWith({ id: null, error: { code: -32600, message: "no batches" } })],
    ["omits a result", replyWith([{ id: 0, result: "a" }])],
  ])("fails over to the next node when one %s", async (_, respond) => {
    const { pool, failures } = poolOf([await startNode(respond), await startNode(echo)]);
    const questions = ["a", "b"].map((params) => ({ method: "echo", params }));
    expect(await pool.callMany(questions)).toEqual(["a", "b"]);
    expect(failures).toEqual([0]);
  });
});

describe("a send", () => {
  const refusal = replyWith({ id: 0, error: { code: -32_000, message: "never" } });
  const send = { kind: "send" } as const;

  test("returns the result of the first node, even a rejection", async () => {
    const other = await startNode(result("taken"));
    const { pool } = poolOf([await startNode(refusal), other]);
    await expect(pool.call("send", [], send)).rejects.toMatchObject({ message: "never" });
    expect(other.requests).toEqual([]);
  });

  const losses: readonly (readonly [string, TestNode["respond"]])[] = [
    ["closed the connection", (_, response) => void response.destroy()],
    ["failed with a server error", replyWith({}, 500)],
    ["returned an internal error", replyWith({ id: 0, error: { code: -32_603, message: "Internal error" } })],
  ];

  test.each(losses)(
    "fails over when one node %s, and the next node's result is not trusted",
    async (_, loss) => {
      for (const respond of [refusal, result("taken")]) {
        const [first, second] = [await startNode(loss), await startNode(respond)];
        const { pool } = poolOf([first, second]);
        await expect(pool.call("send", [], send)).rejects.toThrow(ChainUnavailableError);
        expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
      }
    },
  );

  test("is trusted again once the failed node is skipped", async () => {
    const { pool } = poolOf([await startNode(replyWith({}, 503)), await startNode(refusal)]);
    await expect(pool.call("send", [], send)).rejects.toThrow(ChainUnavailableError);
    await expect(pool.call("send", [], send)).rejects.toMatchObject({ message: "never" });
  });

  test("to a single failing node throws that node's error", async () => {
    const error = { code: -32_005, message: "rate limit" };
    const { pool } = poolOf([await startNode(replyWith({ id: 0, error }))]);
    await expect(pool.call("send", [], send)).rejects.toMatchObject(error);
  });
});

describe("an inconsistent result", () => {
  const accept = (responses: readonly unknown[]): void => {
    if (responses.includes("lie")) throw new ChainDisagreementError("another history");
    if (responses.includes("old")) throw new ChainUnavailableError("behind");
  };

  test("is skipped in the same call, and its node is tried last for a while", async () => {
    const [forkedNode, healthyNode] = [await startNode(result("lie")), await startNode(result("truth"))];
    const { pool, failures, clock } = poolOf([forkedNode, healthyNode]);
    expect(await pool.call("head", [], { accept })).toBe("truth");
    expect(failures).toEqual([0]);
    clock.now += 30_000;
    healthyNode.respond = replyWith({}, 503);
    await expect(pool.call("head", [], { accept })).rejects.toThrow(ChainDisagreementError);
    healthyNode.respond = result("truth");
    clock.now += 11_000;
    expect(await pool.call("head", [])).toBe("truth");
  });

  test("marks the node that returned it, not the one that served a concurrent call", async () => {
    let release = (): void => {};
    const [forkedNode, healthyNode] = [await startNode(result("lie")), await startNode(result("truth"))];
    forkedNode.respond = (_, response) => {
      release = () => void response.end(JSON.stringify({ id: 0, result: "lie" }));
      forkedNode.respond = replyWith({}, 503);
    };
    const { pool, clock } = poolOf([forkedNode, healthyNode]);
    const slow = pool.call("head", [], { accept });
    await eventually(() => expect(forkedNode.requests).toHaveLength(1));
    expect(await pool.call("head", [])).toBe("truth");
    release();
    expect(await slow).toBe("truth");
    forkedNode.respond = result("lie");
    clock.now += 30_000;
    expect(await pool.call("head", [])).toBe("truth");
  });

  test("from every node throws, as a disagreement if one reports another history", async () => {
    const old = await startNode(result("old"));
    await expect(poolOf([old]).pool.call("head", [], { accept })).rejects.toThrow(ChainUnavailableError);
    const { pool } = poolOf([await startNode(result("lie")), old]);
    await expect(pool.call("head", [], { accept })).rejects.toThrow(ChainDisagreementError);
  });
});

describe("failed nodes", () => {
  test("are skipped for a while, and the working node stays in use", async () => {
    const [first, second] = [await startNode(replyWith({}, 503)), await startNode(result("0x2"))];
    const { pool, failures, clock } = poolOf([first, second]);
    for (let round = 0; round < 3; round += 1) await pool.call("eth_chainId", []);
    expect(failures).toEqual([0]);
    first.respond = result("0x1");
    clock.now += 60_000;
    expect(await pool.call("eth_chainId", [])).toBe("0x2");
    second.respond = replyWith({}, 503);
    expect(await pool.call("eth_chainId", [])).toBe("0x1");
  });

  test("are still used when there is no other", async () => {
    const node = await startNode(replyWith({}, 503));
    const { pool } = poolOf([node]);
    await expect(pool.call("eth_chainId", [])).rejects.toThrow(ChainUnavailableError);
    node.respond = result("0x1");
    expect(await pool.call("eth_chainId", [])).toBe("0x1");
  });

  test("that returned inconsistent results are skipped longer than nodes that failed", async () => {
    const [forkedNode, healthyNode] = [await startNode(result("lie")), await startNode(result("truth"))];
    const { pool, clock } = poolOf([forkedNode, healthyNode]);
    expect(await pool.call("head", [])).toBe("lie");
    pool.distrust();
    expect(await pool.call("head", [])).toBe("truth");
    healthyNode.respond = replyWith({}, 503);
    forkedNode.respond = replyWith({}, 503);
    await expect(pool.call("head", [])).rejects.toThrow(ChainUnavailableError);
    // The failure just now must not shorten the time for which it is distrusted.
    clock.now += 30_000;
    [healthyNode.respond, forkedNode.respond] = [result("truth"), result("lie")];
    expect(await pool.call("head", [])).toBe("truth");
  });
});

test("credentials in a node URL are sent to the node and appear nowhere else", async () => {
  const node = await startNode(result("0x1"));
  const problems: unknown[] = [];
  const url = node.url.replace("http://", "http://florin:p%40ss@");
  const { pool } = poolOf([], { urls: [url], onFailure: ({ error }) => problems.push(error) });
  expect(await pool.call("eth_chainId", [])).toBe("0x1");
  expect(node.requests[0]?.authorization).toBe(`Basic ${Buffer.from("florin:p@ss").toString("base64")}`);
  node.respond = (_, response) => void response.destroy();
  const failure: unknown = await pool.call("eth_chainId", []).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(ChainUnavailableError);
  expect(JSON.stringify(problems.map((problem) => [String(problem), problem]))).not.toContain("p%40ss");
});
