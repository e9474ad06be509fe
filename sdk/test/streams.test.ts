import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { eventually } from "../../service/test/eventually.ts";
import { clientOf } from "./client.ts";
import { type Received, type Script, sendError, startLoopback } from "./loopback.ts";

const account = { account_id: "01ACCOUNT" };
const opening = "retry: 1\nid: c0\n\n";

function eventOf(serial: number): string {
  const event = {
    id: `e${serial}`,
    type: "transfer.created",
    account_id: "01ACCOUNT",
    sequence: serial,
    data: {},
  };
  return `id: c${serial}\nevent: transfer.created\ndata: ${JSON.stringify(event)}\n\n`;
}

function begin(response: ServerResponse): ServerResponse {
  return response.writeHead(200, { "content-type": "text/event-stream" });
}

const isStream = ({ headers }: Received): boolean => headers.accept === "text/event-stream";

test("a stream resumes after the last event, without gaps and without repetitions", async () => {
  // Each connection ends differently; the events are those after the cursor.
  const endings: readonly ((response: ServerResponse) => void)[] = [
    (response) => response.end(eventOf(3).slice(0, 20)),
    (response) => void response.destroy(),
    (response) => void response.end(),
  ];
  const statuses = [503, 0, 429, 0, 0];
  let connections = 0;
  const script: Script = ({ headers }, response) => {
    const status = statuses.shift() ?? 0;
    if (status > 0) return sendError(response, status, "overloaded", { "retry-after": "0" });
    const cursor = Number(headers["last-event-id"]?.slice(1) ?? 0);
    begin(response).write(opening.replace("c0", `c${cursor}`));
    const text = `: keep-alive\n\n${eventOf(cursor + 1)}${eventOf(cursor + 2)}`;
    // In pieces, also within a line.
    for (let index = 0; index < text.length; index += 7) response.write(text.slice(index, index + 7));
    const ending = endings[connections % endings.length];
    connections += 1;
    response.write(": done\n\n", () => ending?.(response));
    return undefined;
  };
  await using server = await startLoopback(script);
  const seen: [string, string, number][] = [];
  const stream = clientOf(server).events.stream({ ...account, type: "transfer.*", page: { after: "c4" } });
  for await (const { id, cursor, sequence } of stream) {
    seen.push([id, cursor, sequence]);
    if (seen.length === 8) break;
  }
  expect(seen).toEqual(
    Array.from({ length: 8 }, (_, index) => [`e${index + 5}`, `c${index + 5}`, index + 5]),
  );
  expect(server.requests[0]?.headers["last-event-id"]).toBe("c4");
  for (const { path } of server.requests) expect(path).toBe("/accounts/01ACCOUNT/events?type=transfer.*");
});

test("a silent stream is replaced", async () => {
  const hangs: Script = () => undefined;
  const scripts: Script[] = [
    hangs,
    (_, response) => void begin(response).write(opening),
    (_, response) => void begin(response).write(eventOf(1)),
  ];
  await using server = await startLoopback((...request) => scripts.shift()?.(...request));
  for await (const { id } of clientOf(server).events.stream(account, { silenceMs: 300 })) {
    expect(id).toBe("e1");
    break;
  }
  expect(server.requests.map(({ headers }) => headers["last-event-id"])).toEqual([
    undefined,
    undefined,
    "c0",
  ]);
});

test("leaving the loop closes the connection, and an aborted stream throws the reason", async () => {
  const closed: boolean[] = [];
  await using server = await startLoopback((_, response) => {
    response.on("close", () => closed.push(true));
    begin(response).write(opening + eventOf(1));
    return undefined;
  });
  for await (const _event of clientOf(server).events.stream(account)) break;
  await eventually(async () => expect(closed).toHaveLength(1));
  const controller = new AbortController();
  const reason = new Error("shutting down");
  const read = async (): Promise<void> => {
    for await (const _event of clientOf(server).events.stream(account, { signal: controller.signal })) {
      controller.abort(reason);
    }
  };
  await expect(read()).rejects.toBe(reason);
  await eventually(async () => expect(closed).toHaveLength(2));
});

test("a rejected stream throws", async () => {
  await using server = await startLoopback((_, response) => sendError(response, 403, "insufficient_scope"));
  const read = async (): Promise<void> => {
    for await (const _event of clientOf(server).events.stream(account)) throw new Error("there is an event");
  };
  await expect(read()).rejects.toMatchObject({ code: "insufficient_scope" });
  expect(server.requests).toHaveLength(1);
});

const transfer = { ...account, transfer_id: "01TRANSFER" };

test("a wait ends when an event says that the resource has changed", async () => {
  let status = "pending";
  await using server = await startLoopback((request, response) => {
    if (!isStream(request)) return { id: "01TRANSFER", status };
    begin(response).write(opening);
    // Only after the client has seen that it is pending.
    void eventually(async () =>
      expect(server.requests.filter((seen) => !isStream(seen)).length > 1).toBe(true),
    ).then(() => {
      status = "complete";
      response.write(eventOf(1));
    });
    return undefined;
  });
  const florin = clientOf(server);
  expect(await florin.transfers.waitUntilFinal(transfer, { pollMs: 600_000 })).toMatchObject({
    status: "complete",
  });
  const [stream] = server.requests.filter(isStream);
  expect(stream?.path).toBe("/accounts/01ACCOUNT/events?type=transfer.*");
});

test("without a stream, a wait polls", async () => {
  let reads = 0;
  await using server = await startLoopback((request, response) => {
    if (isStream(request)) return sendError(response, 403, "insufficient_scope");
    reads += 1;
    return { status: reads < 4 ? "pending" : "active" };
  });
  const florin = clientOf(server);
  const token = await florin.tokens.waitUntilFinal({ ...account, value_type: "FUSD" }, { pollMs: 1 });
  expect(token.status).toBe("active");
  expect(server.requests.filter((request) => !isStream(request)).map(({ path }) => path)).toContain(
    "/tokens/FUSD",
  );
  reads = 3;
  expect((await florin.accounts.waitUntilFinal(account)).status).toBe("active");
});

test("a wait ends with its time, its signal, or an error", async () => {
  let status = 200;
  await using server = await startLoopback((request, response) => {
    if (isStream(request)) return void begin(response).write(opening);
    return status === 200 ? { status: "pending" } : sendError(response, status, "not_found");
  });
  const { transfers } = clientOf(server);
  await expect(transfers.waitUntilFinal(transfer, { timeoutMs: 300 })).rejects.toMatchObject({
    name: "TimeoutError",
  });
  const reason = new Error("shutting down");
  const controller = new AbortController();
  const wait = transfers.waitUntilFinal(transfer, { signal: controller.signal });
  const seen = server.requests.length;
  await eventually(async () => expect(server.requests.length).toBeGreaterThan(seen));
  controller.abort(reason);
  await expect(wait).rejects.toBe(reason);
  status = 404;
  await expect(transfers.waitUntilFinal(transfer)).rejects.toMatchObject({ code: "not_found" });
});
