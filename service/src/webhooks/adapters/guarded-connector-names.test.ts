import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { createNameResolver } from "./guarded-connector.ts";

const typeA = 1;
const open: Socket[] = [];

afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** A name server (RFC 1035 §4) with a few names. Others get NXDOMAIN; `slow` ones get no response. */
async function nameServer(names: Readonly<Record<string, readonly Buffer[]>>) {
  const questions: string[] = [];
  const server = createSocket("udp4");
  open.push(server);
  server.on("message", (message, from) => {
    const { name, type, end } = questionIn(message);
    questions.push(`${name} ${type === typeA ? "A" : "AAAA"}`);
    if (name.startsWith("slow")) return;
    const known = names[name];
    const records = (known ?? []).filter(({ length }) => length === (type === typeA ? 4 : 16));
    const header = Buffer.from(message.subarray(0, 12));
    header.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    const responses = records.map((data) => Buffer.concat([responseHead(type, data.length), data]));
    server.send(Buffer.concat([header, message.subarray(12, end), ...responses]), from.port, from.address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  return { servers: [`127.0.0.1:${server.address().port}`], questions };
}

function questionIn(message: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = message[at] ?? 0; size > 0; size = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function responseHead(type: number, length: number): Buffer {
  const head = Buffer.from("c00c00000001000000000000", "hex");
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(length, 10);
  return head;
}

const ipv4 = Buffer.from([93, 184, 216, 34]);
const ipv6 = Buffer.from("26064700470000000000000000001111", "hex");

test("all IPv4 and IPv6 addresses of a name are found", async () => {
  const { servers } = await nameServer({
    "both.example": [ipv4, ipv6],
    "six.example": [ipv6],
    "four.example": [ipv4],
  });
  const resolve = createNameResolver({ allowPrivate: false, servers, responseMs: 60_000 });
  expect(await resolve("both.example")).toEqual(["93.184.216.34", "2606:4700:4700::1111"]);
  expect(await resolve("six.example")).toEqual(["2606:4700:4700::1111"]);
  expect(await resolve("four.example")).toEqual(["93.184.216.34"]);
});

test("an unknown name is an error with a code", async () => {
  const { servers } = await nameServer({});
  const resolve = createNameResolver({ allowPrivate: false, servers, responseMs: 60_000 });
  await expect(resolve("none.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
});

test("connections that are opened together share one lookup, and later ones resolve again", async () => {
  const { servers, questions } = await nameServer({ "both.example": [ipv4] });
  const resolve = createNameResolver({ allowPrivate: false, servers, responseMs: 60_000 });
  await Promise.all([resolve("both.example"), resolve("both.example"), resolve("both.example")]);
  expect(questions.toSorted()).toEqual(["both.example A", "both.example AAAA"]);
  await resolve("both.example");
  expect(questions).toHaveLength(4);
});

test("names whose servers never respond do not delay others", async () => {
  const { servers } = await nameServer({ "quick.example": [ipv4] });
  const resolve = createNameResolver({ allowPrivate: false, servers, responseMs: 1_000 });
  const slow = Array.from({ length: 16 }, (_, index) =>
    resolve(`slow${index}.example`).catch(() => "timed out"),
  );
  expect(await Promise.race([resolve("quick.example"), ...slow])).toEqual(["93.184.216.34"]);
  expect(new Set(await Promise.all(slow))).toEqual(new Set(["timed out"]));
});

test("with private addresses allowed, the hosts file is used", async () => {
  expect(await createNameResolver({ allowPrivate: true })("localhost")).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(127\.0\.0\.1|::1)$/)]),
  );
});
