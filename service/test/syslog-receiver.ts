import { once } from "node:events";
import { type AddressInfo, createServer as createPlainServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { IssuedCertificate } from "./certificates.ts";

/** A syslog receiver on loopback that reads messages with octet counting (RFC 6587 §3.4.1). */
export interface SyslogReceiver {
  readonly port: number;
  readonly messages: readonly string[];
  /** Resets the next connections after their first message. */
  breakConnections(isBroken: boolean): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** With a certificate over TLS; at a path, if there is one, instead of a port. */
export async function openSyslogReceiver({
  certificate,
  path,
}: {
  readonly certificate?: IssuedCertificate;
  readonly path?: string;
} = {}): Promise<SyslogReceiver> {
  const messages: string[] = [];
  let isBroken = false;
  const onConnection = (socket: Socket): void => {
    let unread: Buffer = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      unread = Buffer.concat([unread, chunk]);
      for (let next = nextFrame(unread); next !== undefined; next = nextFrame(unread)) {
        messages.push(next.message);
        unread = next.rest;
        if (isBroken) {
          socket.resetAndDestroy();
          return;
        }
      }
    });
  };
  const server =
    certificate === undefined ? createPlainServer(onConnection) : createTlsServer(certificate, onConnection);
  if (path === undefined) server.listen(0, "127.0.0.1");
  else server.listen(path);
  await once(server, "listening");
  const address = server.address() as AddressInfo | string;
  return {
    port: typeof address === "string" ? 0 : address.port,
    messages,
    breakConnections: (broken) => {
      isBroken = broken;
    },
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

function nextFrame(bytes: Buffer): { readonly message: string; readonly rest: Buffer } | undefined {
  const space = bytes.indexOf(" ");
  if (space === -1) return undefined;
  const end = space + 1 + Number(bytes.subarray(0, space).toString());
  if (bytes.length < end) return undefined;
  return { message: bytes.subarray(space + 1, end).toString(), rest: bytes.subarray(end) };
}
