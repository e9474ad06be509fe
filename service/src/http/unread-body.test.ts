import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isCutOff } from "./error-rendering.ts";
import { limitSlowBodies, passOverRest } from "./unread-body.ts";

let patient: FastifyInstance;
let impatient: FastifyInstance;
const patientMs = 240_000;

beforeAll(async () => {
  patient = await start(patientMs);
  impatient = await start(50);
});

afterAll(() => Promise.all([patient.close(), impatient.close()]));

async function start(maxBodyMs: number): Promise<FastifyInstance> {
  const app = fastify();
  limitSlowBodies(app, maxBodyMs);
  app.post("/quick", (request) => ({ got: request.body }));
  app.addContentTypeParser("*", (_request, _payload, done) => done(null, undefined));
  app.post("/upload", { config: { isUpload: true } }, async ({ raw }, reply) => {
    await once(raw, "readable");
    passOverRest(raw, patientMs);
    return reply.code(413).send({});
  });
  await app.listen();
  return app;
}

function open({ server }: FastifyInstance): Socket {
  return connect((server.address() as AddressInfo).port, "127.0.0.1");
}

async function heard(socket: Socket, until: RegExp): Promise<string> {
  let text = "";
  for await (const bytes of socket) {
    text += String(bytes);
    if (until.test(text)) break;
  }
  return text;
}

const head = (path: string, type: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;

test("a body that does not arrive in time gets 408, and the connection is closed", async () => {
  const socket = open(impatient);
  socket.write(`${head("/quick", "application/json", 100)}{"a":`);
  const text = await heard(socket, /never/);
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
});

test("an upload may take longer than that", async () => {
  const [upload, other] = [open(impatient), open(impatient)];
  upload.write(head("/upload", "application/octet-stream", 10));
  await once(impatient.server, "request");
  other.write(`${head("/quick", "application/json", 100)}{"a":`);
  expect(await heard(other, /never/)).toMatch(/^HTTP\/1\.1 408 /);
  upload.write("0123456789");
  expect(await heard(upload, /\r\n\r\n\{\}/)).toMatch(/^HTTP\/1\.1 413 /);
});

test("the rest of a refused body is skipped, and the next request on the connection is served", async () => {
  const socket = open(patient);
  const rest = Buffer.alloc(3_000_000, "x");
  socket.write(head("/upload", "application/octet-stream", rest.length));
  socket.write(rest);
  socket.write(`${head("/quick", "application/json", 2)}{}`);
  const text = await heard(socket, /"got":\{\}/);
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 413", "HTTP/1.1 200"]);
});

test("an endless body is read only up to a limit", async () => {
  const socket = open(patient);
  socket.on("error", () => {}).setMaxListeners(0);
  socket.write(head("/upload", "application/octet-stream", 200 * 1024 * 1024));
  const piece = Buffer.alloc(1024 * 1024);
  let sent = 0;
  while (!socket.destroyed && socket.writable && sent < 200) {
    sent += 1;
    if (!socket.write(piece))
      await Promise.race([once(socket, "drain"), once(socket, "close")]).catch(() => {});
  }
  expect(sent).toBeGreaterThan(60);
  expect(sent).toBeLessThan(120);
});

test("a body that its client cuts off is recognized, and is no error of the service", async () => {
  const app = fastify();
  const cutOff = new Promise<boolean>((resolve) => {
    app.setErrorHandler((error, request, reply) => {
      resolve(isCutOff(error, request));
      return reply.code(400).send({});
    });
  });
  app.post("/quick", () => ({}));
  await app.listen();
  const socket = open(app);
  socket.write(`${head("/quick", "application/json", 100)}{"a":`);
  await once(app.server, "request");
  socket.destroy();
  expect(await cutOff).toBe(true);
  await app.close();
});

test("a reset connection of another kind is an error of the service", async () => {
  const app = fastify();
  const outcome = new Promise<boolean>((resolve) => {
    app.setErrorHandler((error, request, reply) => {
      resolve(isCutOff(error, request));
      return reply.code(500).send({});
    });
  });
  app.post("/quick", () => {
    throw Object.assign(new Error("the bank closed the connection"), { code: "ECONNRESET" });
  });
  await app.inject({ method: "POST", url: "/quick", payload: {} });
  expect(await outcome).toBe(false);
  await app.close();
});
