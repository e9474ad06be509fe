import { Socket } from "node:net";
import fc from "fast-check";
import type { buildConnector } from "undici";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../kernel/instant.ts";
import { isPublic } from "../destination.ts";
import { createGuardedConnector, type GuardedConnectorOptions } from "./guarded-connector.ts";
import { createUndiciSender } from "./undici-sender.ts";

const publicAddress = "93.184.216.34";
const otherPublic = "2606:4700:4700::1111";

/** Records where it would connect, and never sends a packet. */
function recorder(remoteAddress: (address: string) => string | undefined = (address) => address) {
  const seen: buildConnector.Options[] = [];
  const sockets: Socket[] = [];
  const connect: buildConnector.connector = (target, callback) => {
    seen.push(target);
    const socket = new Socket();
    Object.defineProperty(socket, "remoteAddress", { value: remoteAddress(target.hostname) });
    sockets.push(socket);
    queueMicrotask(() => callback(null, socket));
  };
  return { connect, seen, sockets };
}

function open(
  options: Partial<GuardedConnectorOptions> & Pick<GuardedConnectorOptions, "connect">,
  hostname: string,
  rest: Partial<buildConnector.Options> = {},
): Promise<Socket> {
  const connector = createGuardedConnector({
    allowPrivate: false,
    resolve: async () => [publicAddress],
    timeoutMs: 60_000,
    ...options,
  });
  const target = { hostname, host: hostname, protocol: "https:", port: "443", ...rest };
  return new Promise((resolve, reject) => {
    connector(target, (error, socket) => (error === null ? resolve(socket) : reject(error)));
  });
}

test("the connection goes to the checked address, and the certificate must match the name", async () => {
  const { connect, seen } = recorder();
  await open({ connect }, "example.com", { port: "8443" });
  expect(seen).toEqual([
    expect.objectContaining({ hostname: publicAddress, servername: "example.com", port: "8443" }),
  ]);
});

test("for an IP address, the certificate must match the address", async () => {
  const { connect, seen } = recorder();
  await open({ connect }, otherPublic);
  expect(seen).toEqual([expect.objectContaining({ hostname: otherPublic })]);
  expect(seen[0]?.servername).toBeUndefined();
});

test("DNS rebinding is refused at the second connection, and a name is resolved once per connection", async () => {
  const { connect, seen } = recorder();
  const responses = [[publicAddress], ["127.0.0.1"]];
  let looks = 0;
  const resolve = async () => responses[looks++] ?? [];
  await open({ connect, resolve }, "rebind.example");
  await expect(open({ connect, resolve }, "rebind.example")).rejects.toThrow(
    "rebind.example resolves to an address that is not public",
  );
  expect(looks).toBe(2);
  expect(seen.map(({ hostname }) => hostname)).toEqual([publicAddress]);
});

describe("no connection is made", () => {
  const notPublic = "example.com resolves to an address that is not public";
  test.each([
    ["one public address and a private one", [publicAddress, "10.0.0.1"], notPublic],
    ["a private address after many public ones", [...Array(9).fill(publicAddress), "::1"], notPublic],
    ["only a private one", ["192.168.0.1"], notPublic],
    ["a metadata service", ["169.254.169.254"], notPublic],
    ["a mapped address", ["::ffff:10.0.0.1"], notPublic],
    ["an address with a zone id", ["fe80::1%eth0"], notPublic],
    ["an invalid address", ["localhost"], notPublic],
    ["nothing", [], "example.com has no address"],
  ])("when a name resolves to %s", async (_what, addresses, message) => {
    const { connect, seen } = recorder();
    await expect(open({ connect, resolve: async () => addresses }, "example.com")).rejects.toMatchObject({
      name: "DestinationError",
      message,
    });
    expect(seen).toEqual([]);
  });

  test("when the lookup does not end", async () => {
    const { connect, seen } = recorder();
    const resolve = () => new Promise<never>(() => {});
    await expect(open({ connect, resolve, timeoutMs: 20 }, "example.com")).rejects.toThrow(
      "no connection within 0.02 s",
    );
    expect(seen).toEqual([]);
  });
});

test("only public addresses reach the connector, whatever names resolve to", async () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom(publicAddress, otherPublic, "127.0.0.1", "10.0.0.1"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(address, { maxLength: 6 }), async (addresses) => {
      const { connect, seen } = recorder();
      const opened = open({ connect, resolve: async () => addresses }, "example.com");
      const isOpen = await opened.then(
        () => true,
        () => false,
      );
      expect(isOpen).toBe(addresses.length > 0 && addresses.every(isPublic));
      expect(seen.every(({ hostname }) => isPublic(hostname) && addresses.includes(hostname))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

describe("several addresses", () => {
  const resolve = async () => ["1.1.1.1", "8.8.8.8", "9.9.9.9"];
  const { connect: succeed } = recorder();

  test("are tried in order until one connects", async () => {
    const tried: string[] = [];
    const connect: buildConnector.connector = (target, callback) => {
      tried.push(target.hostname);
      if (target.hostname === "9.9.9.9") succeed(target, callback);
      else callback(new Error(`${target.hostname} refused`), null);
    };
    await open({ connect, resolve }, "example.com");
    expect(tried).toEqual(["1.1.1.1", "8.8.8.8", "9.9.9.9"]);
  });

  test("report the first failure when all fail", async () => {
    const connect: buildConnector.connector = (target, callback) =>
      callback(new Error(`${target.hostname} refused`), null);
    await expect(open({ connect, resolve }, "example.com")).rejects.toThrow("1.1.1.1 refused");
  });

  test("share the timeout, so that a silent one does not hide the next; late connections are closed", async () => {
    const late: (() => void)[] = [];
    const { connect: record, sockets } = recorder();
    const connect: buildConnector.connector = (target, callback) => {
      if (target.hostname === "1.1.1.1") late.push(() => record(target, callback));
      else succeed(target, callback);
    };
    const socket = await open({ connect, resolve, timeoutMs: 90 }, "example.com");
    expect(socket.remoteAddress).toBe("8.8.8.8");
    for (const comes of late) comes();
    await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  test("at most four are tried", async () => {
    const tried: string[] = [];
    const connect: buildConnector.connector = (target, callback) => {
      tried.push(target.hostname);
      callback(new Error("refused"), null);
    };
    const many = async () => Array.from({ length: 50 }, (_, index) => `1.1.1.${index}`);
    await expect(open({ connect, resolve: many }, "example.com")).rejects.toThrow("refused");
    expect(tried).toEqual(["1.1.1.0", "1.1.1.1", "1.1.1.2", "1.1.1.3"]);
  });
});

test.each([
  ["10.0.0.1", "the connection went to an address that is not public"],
  ["::ffff:127.0.0.1", "the connection went to an address that is not public"],
  [undefined, "connection closed before a response was received"],
])("a connection with the remote address %s is closed", async (remote, message) => {
  const { connect, sockets } = recorder(() => remote);
  await expect(open({ connect }, "example.com")).rejects.toThrow(message);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
});

test("where private addresses are allowed, localhost can be reached", async () => {
  const { connect, seen } = recorder();
  await open({ connect, allowPrivate: true, resolve: async () => ["127.0.0.1"] }, "localhost");
  expect(seen).toEqual([expect.objectContaining({ hostname: "127.0.0.1", servername: "localhost" })]);
});

describe("no request is sent to", () => {
  const spellings = [
    "127.0.0.1",
    "127.0.0.1.",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "017700000001",
    "0177.0.0.01",
    "127.1",
    "127.0.1",
    "%31%32%37.0.0.1",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "0",
    "0.0.0.0",
    "10.1",
    "192.168.257",
    "2852039166",
    "0xa9.0xfe.0xa9.0xfe",
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::127.0.0.1]",
    "[64:ff9b::10.0.0.1]",
    "[64:ff9b:1::1]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::]",
    "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
    "[fe80::1]",
    "[fe80::1%25eth0]",
    "[fec0::1]",
    "[fd00:ec2::254]",
    "[ff02::1]",
    "localhost",
    "metadata.google.internal",
    "private.example",
    "mixed.example",
  ];
  const names: Readonly<Record<string, readonly string[]>> = {
    localhost: ["127.0.0.1"],
    "private.example": ["10.0.0.1"],
    "mixed.example": [publicAddress, "10.0.0.1"],
  };

  test.each(spellings)("https://%s/", async (host) => {
    const { connect, seen } = recorder();
    const sender = createUndiciSender({
      clock: systemClock,
      version: "1",
      rules: { allowHttp: false, allowPrivate: false },
      resolve: async (name) => names[name] ?? [],
      connect,
    });
    const outcome = await sender.send({ url: `https://${host}/`, headers: {}, body: "{}" });
    expect(outcome).toMatchObject({ type: "no_response", message: expect.stringMatching(/not|must/) });
    expect(seen).toEqual([]);
    await sender.close();
  });
});
