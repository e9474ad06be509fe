import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { ChainDisagreementError, ChainUnavailableError } from "./chain.ts";
import { createNodePool, NodeError, type NodePoolOptions } from "./node-pool.ts";

interface Asked {
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** A node over real HTTP that answers as the test says. */
interface TestNode {
  readonly url: string;
  readonly asked: Asked[];
  answer: (body: unknown, response: ServerResponse) => void;
}

const closings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

async function startNode(answer: TestNode["answer"]): Promise<TestNode> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const node: TestNode = { url: `http://127.0.0.1:${port}`, asked, answer };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString());
    asked.push({ body, authorization: request.headers.authorization });
    node.answer(body, response);
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

const saying =
  (json: unknown, status = 200): TestNode["answer"] =>
  (_, response) =>
    void response.writeHead(status).end(JSON.stringify(json));

const result = (value: unknown) => saying({ jsonrpc: "2.0", id: 0, result: value });
const silence: TestNode["answer"] = () => {};

/** Answers each question with its own params, in the wrong order. */
const echo: TestNode["answer"] = (body, response) => {
  const questions = body as readonly { readonly id: number; readonly params: unknown }[];
  const answers = questions.map(({ id, params }) =>
    params === "no" ? { id, error: { code: -32000, message: "no" } } : { id, result: params },
  );
  response.end(JSON.stringify(answers.toReversed()));
};

function poolOf(nodes: readonly TestNode[], more: Partial<NodePoolOptions> = {}) {
  const failures: number[] = [];
  const clock = { now: 1_000 };
  const pool = createNodePool({
    urls: nodes.map(({ url }) => url),
    timeoutMs: 5_000,
    now: () => clock.now,
    onFailure: ({ node }) => failures.push(node),
    ...more,
  });
  return { pool, failures, clock };
}

describe("a question", () => {
  test("is answered by the first node, and the others are left alone", async () => {
    const [first, second] = [await startNode(result("0x1")), await startNode(result("0x2"))];
    const { pool } = poolOf([first, second]);
    expect(await pool.call("eth_chainId", [])).toBe("0x1");
    expect(first.asked.map(({ body }) => body)).toEqual([
      { jsonrpc: "2.0", id: 0, method: "eth_chainId", params: [] },
    ]);
    expect(second.asked).toEqual([]);
  });

  test("may be answered with nothing", async () => {
    const { pool } = poolOf([await startNode(result(null))]);
    expect(await pool.call("eth_getTransactionReceipt", ["0x0"])).toBeNull();
  });

  test("that a node says no to is not put to another: it would say the same", async () => {
    const error = { code: 3, message: "execution reverted", data: "0x08c379a0" };
    const [first, second] = [await startNode(saying({ id: 0, error })), await startNode(result("yes"))];
    const { pool, failures } = poolOf([first, second]);
    const no: unknown = await pool.call("eth_call", []).catch((thrown: unknown) => thrown);
    expect(no).toBeInstanceOf(NodeError);
    expect(no).toMatchObject(error);
    expect(second.asked).toEqual([]);
    expect(failures).toEqual([]);
  });

  test("that a node says no to with an unusual status is a no, too", async () => {
    const error = { code: -32602, message: "invalid params" };
    const { pool } = poolOf([await startNode(saying({ id: 0, error }, 400))]);
    await expect(pool.call("eth_call", [])).rejects.toMatchObject(error);
  });

  const broken: readonly (readonly [string, TestNode["answer"]])[] = [
    ["is overloaded", saying({ id: 0, error: { code: -32005, message: "slow down" } }, 429)],
    ["does not let us in", saying({ error: "bad key" }, 401)],
    ["wants money", saying({ id: 0, error: { code: -32000, message: "pay first" } }, 402)],
    ["breaks down", saying({ id: 0, error: { code: -32000, message: "sorry" } }, 500)],
    ["is behind a gateway that cannot reach it", saying({ id: 0, result: "lies" }, 502)],
    ["answers a page", (_, response) => void response.end("<html>maintenance</html>")],
    ["answers JSON that says nothing", saying({ message: "hello" })],
    ["answers nothing", (_, response) => void response.end()],
    ["hangs up", (_, response) => void response.destroy()],
    [
      "sends us elsewhere",
      (_, response) => void response.writeHead(307, { location: "http://127.0.0.1:1" }).end(),
    ],
  ];

  test.each(broken)("goes to the next node when one %s", async (_, answer) => {
    const [first, second] = [await startNode(answer), await startNode(result("0x2"))];
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

  test.each(troubles)("goes to the next node when one says no for itself: %i %s", async (code, message) => {
    const poor = await startNode(saying({ id: 0, error: { code, message } }));
    const { pool, failures } = poolOf([poor, await startNode(result("0x2"))]);
    expect(await pool.call("eth_chainId", [])).toBe("0x2");
    expect(failures).toEqual([0]);
    expect(await pool.call("eth_chainId", [])).toBe("0x2");
    expect(poor.asked).toHaveLength(1);
  });

  test("that every node says the same no to is answered with it, and no node is blamed", async () => {
    const error = { code: -32_005, message: "query returned more than 10000 results" };
    const nodes = [await startNode(saying({ id: 0, error })), await startNode(saying({ id: 0, error }))];
    const { pool, failures } = poolOf(nodes);
    await expect(pool.call("eth_getLogs", [])).rejects.toMatchObject(error);
    expect(failures).toEqual([]);
  });

  test("that a contract refuses is no trouble of a node, whatever it is called", async () => {
    const error = { code: -32_603, message: "Internal error", data: "0x08c379a0" };
    const other = await startNode(result("yes"));
    const { pool } = poolOf([await startNode(saying({ id: 0, error })), other]);
    await expect(pool.call("eth_call", [])).rejects.toMatchObject(error);
    expect(other.asked).toEqual([]);
  });

  test("goes to the next node when one is silent or is not there", async () => {
    const [silent, alive] = [await startNode(silence), await startNode(result("0x2"))];
    const { pool, failures } = poolOf([], {
      urls: [silent.url, "http://127.0.0.1:1", alive.url],
      timeoutMs: 200,
    });
    expect(await pool.call("eth_chainId", [])).toBe("0x2");
    expect(failures).toEqual([0, 1]);
  });

  test("that no node answers is an error that says so", async () => {
    const { pool, failures } = poolOf([await startNode(saying({}, 503)), await startNode(saying({}, 503))]);
    await expect(pool.call("eth_chainId", [])).rejects.toThrow(ChainUnavailableError);
    expect(failures).toEqual([0, 1]);
    const none = createNodePool({ urls: [], timeoutMs: 100, now: () => 0 });
    await expect(none.call("eth_chainId", [])).rejects.toThrow(ChainUnavailableError);
  });

  test("whose answer has no end, and no announced length, is given up", async () => {
    const piece = Buffer.alloc(4 * 1024 * 1024, " ");
    let isClosed = false;
    const endless: TestNode["answer"] = (_, response) => {
      response.on("close", () => {
        isClosed = true;
      });
      const more = (): void => {
        while (!isClosed && response.write(piece));
      };
      response.on("drain", more);
      more();
    };
    const { pool, failures } = poolOf([await startNode(endless), await startNode(result("0x2"))], {
      timeoutMs: 20_000,
    });
    expect(await pool.call("eth_getLogs", [])).toBe("0x2");
    expect(failures).toEqual([0]);
  });
});

describe("many questions", () => {
  test("are one message, answered in their order, each with its own no", async () => {
    const node = await startNode(echo);
    const { pool } = poolOf([node]);
    const questions = ["a", "no", "c"].map((params) => ({ method: "echo", params }));
    const [first, second, third] = await pool.callMany(questions);
    expect([first, third]).toEqual(["a", "c"]);
    expect(second).toBeInstanceOf(NodeError);
    expect(node.asked).toHaveLength(1);
    expect(await pool.callMany([])).toEqual([]);
    expect(node.asked).toHaveLength(1);
  });

  test("that are too many for one message go to one node in several", async () => {
    const node = await startNode(echo);
    const { pool } = poolOf([node]);
    const questions = Array.from({ length: 450 }, (_, params) => ({ method: "echo", params }));
    expect(await pool.callMany(questions)).toEqual(questions.map(({ params }) => params));
    expect(node.asked).toHaveLength(3);
  });

  test.each([
    ["takes one at a time", saying({ id: null, error: { code: -32600, message: "no batches" } })],
    ["leaves one out", saying([{ id: 0, result: "a" }])],
  ])("go to the next node when one %s", async (_, answer) => {
    const { pool, failures } = poolOf([await startNode(answer), await startNode(echo)]);
    const questions = ["a", "b"].map((params) => ({ method: "echo", params }));
    expect(await pool.callMany(questions)).toEqual(["a", "b"]);
    expect(failures).toEqual([0]);
  });
});

describe("what is sent", () => {
  const refusal = saying({ id: 0, error: { code: -32_000, message: "never" } });
  const send = { kind: "send" } as const;

  test("is answered by a node that was asked first, with a no as well", async () => {
    const other = await startNode(result("taken"));
    const { pool } = poolOf([await startNode(refusal), other]);
    await expect(pool.call("send", [], send)).rejects.toMatchObject({ message: "never" });
    expect(other.asked).toEqual([]);
  });

  const losses: readonly (readonly [string, TestNode["answer"]])[] = [
    ["hung up", (_, response) => void response.destroy()],
    ["broke down", saying({}, 500)],
    ["had trouble inside", saying({ id: 0, error: { code: -32_603, message: "Internal error" } })],
  ];

  test.each(losses)(
    "goes to the next node too when one %s, and what that says is not believed",
    async (_, loss) => {
      for (const answer of [refusal, result("taken")]) {
        const [first, second] = [await startNode(loss), await startNode(answer)];
        const { pool } = poolOf([first, second]);
        await expect(pool.call("send", [], send)).rejects.toThrow(ChainUnavailableError);
        expect([first.asked.length, second.asked.length]).toEqual([1, 1]);
      }
    },
  );

  test("is believed again when the node that failed is left out", async () => {
    const { pool } = poolOf([await startNode(saying({}, 503)), await startNode(refusal)]);
    await expect(pool.call("send", [], send)).rejects.toThrow(ChainUnavailableError);
    await expect(pool.call("send", [], send)).rejects.toMatchObject({ message: "never" });
  });

  test("to a node that alone is in trouble has that node's own answer", async () => {
    const error = { code: -32_005, message: "rate limit" };
    const { pool } = poolOf([await startNode(saying({ id: 0, error }))]);
    await expect(pool.call("send", [], send)).rejects.toMatchObject(error);
  });
});

describe("an answer that cannot be", () => {
  const accept = (answers: readonly unknown[]): void => {
    if (answers.includes("lie")) throw new ChainDisagreementError("another history");
    if (answers.includes("old")) throw new ChainUnavailableError("behind");
  };

  test("is passed over in the same call, and its node comes last for a while", async () => {
    const [liar, honest] = [await startNode(result("lie")), await startNode(result("truth"))];
    const { pool, failures, clock } = poolOf([liar, honest]);
    expect(await pool.call("head", [], { accept })).toBe("truth");
    expect(failures).toEqual([0]);
    clock.now += 30_000;
    honest.answer = saying({}, 503);
    await expect(pool.call("head", [], { accept })).rejects.toThrow(ChainDisagreementError);
    honest.answer = result("truth");
    clock.now += 11_000;
    expect(await pool.call("head", [])).toBe("truth");
  });

  test("blames the node that gave it, and not the one that answered somebody else meanwhile", async () => {
    let release = (): void => {};
    const [liar, honest] = [await startNode(result("lie")), await startNode(result("truth"))];
    liar.answer = (_, response) => {
      release = () => void response.end(JSON.stringify({ id: 0, result: "lie" }));
      liar.answer = saying({}, 503);
    };
    const { pool, clock } = poolOf([liar, honest]);
    const slow = pool.call("head", [], { accept });
    await eventually(() => expect(liar.asked).toHaveLength(1));
    expect(await pool.call("head", [])).toBe("truth");
    release();
    expect(await slow).toBe("truth");
    liar.answer = result("lie");
    clock.now += 30_000;
    expect(await pool.call("head", [])).toBe("truth");
  });

  test("of every node is an error: a disagreement, if one tells another history", async () => {
    const old = await startNode(result("old"));
    await expect(poolOf([old]).pool.call("head", [], { accept })).rejects.toThrow(ChainUnavailableError);
    const { pool } = poolOf([await startNode(result("lie")), old]);
    await expect(pool.call("head", [], { accept })).rejects.toThrow(ChainDisagreementError);
  });
});

describe("nodes in trouble", () => {
  test("rest for a while, and the one that works stays in use", async () => {
    const [first, second] = [await startNode(saying({}, 503)), await startNode(result("0x2"))];
    const { pool, failures, clock } = poolOf([first, second]);
    for (let round = 0; round < 3; round += 1) await pool.call("eth_chainId", []);
    expect(failures).toEqual([0]);
    first.answer = result("0x1");
    clock.now += 60_000;
    expect(await pool.call("eth_chainId", [])).toBe("0x2");
    second.answer = saying({}, 503);
    expect(await pool.call("eth_chainId", [])).toBe("0x1");
  });

  test("are still asked when there is no other", async () => {
    const node = await startNode(saying({}, 503));
    const { pool } = poolOf([node]);
    await expect(pool.call("eth_chainId", [])).rejects.toThrow(ChainUnavailableError);
    node.answer = result("0x1");
    expect(await pool.call("eth_chainId", [])).toBe("0x1");
  });

  test("that told what cannot be come last, for longer than those that failed", async () => {
    const [liar, honest] = [await startNode(result("lie")), await startNode(result("truth"))];
    const { pool, clock } = poolOf([liar, honest]);
    expect(await pool.call("head", [])).toBe("lie");
    pool.distrust();
    expect(await pool.call("head", [])).toBe("truth");
    honest.answer = saying({}, 503);
    liar.answer = saying({}, 503);
    await expect(pool.call("head", [])).rejects.toThrow(ChainUnavailableError);
    // Its failure just now must not shorten the time for which it is distrusted.
    clock.now += 30_000;
    [honest.answer, liar.answer] = [result("truth"), result("lie")];
    expect(await pool.call("head", [])).toBe("truth");
  });
});

test("a name and a password in an address go to the node and nowhere else", async () => {
  const node = await startNode(result("0x1"));
  const problems: unknown[] = [];
  const url = node.url.replace("http://", "http://florin:p%40ss@");
  const { pool } = poolOf([], { urls: [url], onFailure: ({ error }) => problems.push(error) });
  expect(await pool.call("eth_chainId", [])).toBe("0x1");
  expect(node.asked[0]?.authorization).toBe(`Basic ${Buffer.from("florin:p@ss").toString("base64")}`);
  node.answer = (_, response) => void response.destroy();
  const failure: unknown = await pool.call("eth_chainId", []).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(ChainUnavailableError);
  expect(JSON.stringify(problems.map((problem) => [String(problem), problem]))).not.toContain("p%40ss");
});
