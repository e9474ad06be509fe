import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext, TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestAuthority, type IssuedCertificate } from "../../test/certificates.ts";
import { withClient } from "./client.ts";

const authority = createTestAuthority();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "florin-tls-"));
  await writeFile(join(folder, "ca.pem"), authority.certificate);
});
afterAll(() => rm(folder, { recursive: true }));

/** ErrorResponse of the protocol, which ends the attempt: the server accepts no client. */
const refusal = Buffer.from("E\0\0\0\x2aSFATAL\0VFATAL\0C28P01\0Mnot this client\0\0", "latin1");

/** A server that responds to SSLRequest with TLS, or that claims to have none, and notes what clients send then. */
async function startServer(certificate: IssuedCertificate | undefined) {
  const received: string[] = [];
  const note = (socket: Socket): void => {
    socket.on("data", (bytes) => {
      received.push(bytes.toString("latin1"));
      socket.end(refusal);
    });
    socket.on("error", () => {});
  };
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(certificate === undefined ? "N" : "S");
      if (certificate === undefined) return note(socket);
      note(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(certificate) }));
    });
  }).listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" ? address?.port : undefined,
    received,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

function connect(port: number | undefined, parameters: string): Promise<unknown> {
  const url = `postgresql://florin:hunter2@localhost:${port}/florin?${parameters}`;
  return withClient({ url }, "test", (client) => client.query("SELECT 1"));
}

const verified = (): string => `sslmode=verify-full&sslrootcert=${join(folder, "ca.pem")}`;

test("with sslmode=verify-full a server with a certificate for its name gets the startup message", async () => {
  await using server = await startServer(authority.issue({ names: ["localhost"] }));
  await expect(connect(server.port, verified())).rejects.toThrow("not this client");
  expect(server.received.join()).toContain("florin");
});

test.each([
  ["claims to have no TLS", undefined, verified],
  ["has the certificate of another name", authority.issue({ names: ["db.example"] }), verified],
  [
    "has a certificate of an unknown authority",
    authority.issue({ names: ["localhost"] }),
    () => "sslmode=verify-full",
  ],
])("a server in the middle that %s gets nothing", async (_what, certificate, parameters) => {
  await using server = await startServer(certificate);
  await expect(connect(server.port, parameters())).rejects.toThrow(/SSL|certificate|altnames/);
  expect(server.received).toEqual([]);
});
