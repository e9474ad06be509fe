import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { systemClock } from "../kernel/instant.ts";
import { type LiveStreamOptions, startLiveStream } from "./live-stream.ts";
import type { StreamEntry, Tail } from "./tail.ts";

let server: Server;
let sockets: Socket[];
let reply: (response: ServerResponse) => void;

beforeEach(async () => {
  sockets = [];
  server = createServer((_request, response) => reply(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Connects, and reads everything until it is paused. */
async function openClient() {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.on("error", () => undefined);
  socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  const [response] = (await once(server, "request").then(([, given]) => [given])) as [ServerResponse];
  return { socket, response, text: () => text };
}

/** A tail that grows on demand and counts its reads. */
function createTail(size = 10) {
  const entries: StreamEntry[] = [];
  let position = 0;
  let reads = 0;
  let failures = 0;
  let wake = (): void => {};
  let isHeard = false;
  const tail: Tail = {
    cursor: () => String(position),
    read: async () => {
      reads += 1;
      if (failures > 0) {
        failures -= 1;
        throw new Error("read failed");
      }
      const page = entries.slice(position, position + size);
      position += page.length;
      return { entries: page, hasMore: position < entries.length };
    },
    listen: (given) => {
      wake = given;
      isHeard = true;
      return async () => {
        isHeard = false;
      };
    },
  };
  return {
    tail,
    grow: (count: number, data: unknown = "x") => {
      for (let index = 0; index < count; index += 1) {
        const cursor = String(entries.length + 1);
        entries.push({ cursor, type: "t", data });
      }
      wake();
    },
    failNext: (times: number) => {
      failures = times;
    },
    reads: () => reads,
    isHeard: () => isHeard,
  };
}

const patient = {
  checkMs: 60_000,
  silenceMs: 60_000,
  stalledMs: 60_000,
  maxAgeMs: 600_000,
  farewellMs: 60_000,
};

function respondWith(tail: Tail, options: Partial<LiveStreamOptions> = {}) {
  const streams: ReturnType<typeof startLiveStream>[] = [];
  reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream", connection: "close" });
    streams.push(
      startLiveStream({
        response,
        tail,
        clock: systemClock,
        timing: patient,
        mayGoOn: () => Promise.resolve(true),
        onError: () => undefined,
        ...options,
      }),
    );
  };
  return streams;
}

const idsIn = (text: string) => [...text.matchAll(/id: (\d+)\nevent/g)].map(([, id]) => Number(id));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("events are sent in pages, and an idle stream reads nothing", async () => {
  const feed = createTail();
  respondWith(feed.tail);
  const client = await openClient();
  await eventually(() => expect(client.text()).toContain("retry: 2000\nid: 0\n\n"));
  await eventually(() => expect(feed.reads()).toBe(1));
  feed.grow(25);
  await eventually(() => expect(idsIn(client.text())).toEqual(upTo(25)));
  expect(feed.reads()).toBe(4);
});

test("a failed read is retried without losing events", async () => {
  const feed = createTail();
  const errors: unknown[] = [];
  feed.failNext(2);
  respondWith(feed.tail, { onError: (error) => errors.push(error) });
  const client = await openClient();
  feed.grow(3);
  await eventually(() => expect(idsIn(client.text())).toEqual([1, 2, 3]));
  expect(errors).toHaveLength(2);
});

test("a client that does not read causes no read-ahead and is dropped after a while", async () => {
  const feed = createTail(10);
  feed.grow(20_000, "x".repeat(10_000));
  respondWith(feed.tail, { timing: { ...patient, stalledMs: 300 } });
  const client = await openClient();
  client.socket.pause();
  await once(client.response, "close");
  expect(client.response.writableLength).toBeLessThan(11 * 10_100);
  expect(feed.reads()).toBeLessThan(1_000);
  await eventually(() => expect(feed.isHeard()).toBe(false));
});

test("a client that reads slowly gets everything", async () => {
  const feed = createTail(10);
  feed.grow(300, "x".repeat(10_000));
  respondWith(feed.tail);
  const client = await openClient();
  client.socket.on("data", () => {
    client.socket.pause();
    setImmediate(() => client.socket.resume());
  });
  await eventually(() => expect(client.text().slice(-20_000)).toContain("id: 300\nevent"));
  expect(idsIn(client.text())).toEqual(upTo(300));
});

test("after some silence a keep-alive is sent with the resume position", async () => {
  const feed = createTail();
  respondWith(feed.tail, { timing: { ...patient, checkMs: 5, silenceMs: 20 } });
  const client = await openClient();
  feed.grow(2);
  await eventually(() => expect(client.text()).toMatch(/: keep-alive\nid: 2\n\n/));
});

test("it ends when its client is no longer authorized, and sends nothing more", async () => {
  const feed = createTail();
  let mayGoOn = true;
  respondWith(feed.tail, { mayGoOn: () => Promise.resolve(mayGoOn) });
  const client = await openClient();
  feed.grow(1);
  await eventually(() => expect(idsIn(client.text())).toEqual([1]));
  mayGoOn = false;
  feed.grow(1);
  await once(client.socket, "close");
  expect(idsIn(client.text())).toEqual([1]);
  expect(feed.isHeard()).toBe(false);
});

test("while authorization cannot be checked, nothing is sent", async () => {
  const feed = createTail();
  let isKnown = false;
  const requested: boolean[] = [];
  respondWith(feed.tail, {
    mayGoOn: async () => {
      requested.push(isKnown);
      if (!isKnown) throw new Error("authorization unavailable");
      return true;
    },
  });
  const client = await openClient();
  feed.grow(1);
  await eventually(() => expect(requested.length).toBeGreaterThan(1));
  expect([feed.reads(), idsIn(client.text())]).toEqual([0, []]);
  isKnown = true;
  await eventually(() => expect(idsIn(client.text())).toEqual([1]));
});

test("it ends at its maximum age", async () => {
  const feed = createTail();
  respondWith(feed.tail, { timing: { ...patient, checkMs: 5, maxAgeMs: 20 } });
  const client = await openClient();
  await once(client.socket, "close");
  expect(client.text()).toMatch(/0\r\n\r\n$/);
});

test("it can be ended, even when its client does not read", async () => {
  const feed = createTail();
  // More than the socket buffers hold for a client that does not read.
  feed.grow(1, "x".repeat(30_000_000));
  const streams = respondWith(feed.tail, { timing: { ...patient, farewellMs: 20 } });
  const client = await openClient();
  client.socket.pause();
  await eventually(() => expect(client.response.writableNeedDrain).toBe(true));
  await streams[0]?.end();
  expect([client.response.destroyed, feed.isHeard()]).toEqual([true, false]);
});

test("when its client disconnects, all its resources are released", async () => {
  const feed = createTail();
  const streams = respondWith(feed.tail);
  const client = await openClient();
  await eventually(() => expect(feed.isHeard()).toBe(true));
  client.socket.destroy();
  await eventually(() => expect(feed.isHeard()).toBe(false));
  await streams[0]?.end();
});
