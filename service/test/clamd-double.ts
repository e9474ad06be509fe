import { once } from "node:events";
import { createServer } from "node:net";
import type { ClamdAddress } from "../src/accounts/adapters/clamd-scanner.ts";
import { eicar } from "./eicar.ts";

/** What the double does instead of an examination. */
export type ClamdFault = "none" | "refuse" | "silent" | "hang-up" | "limit";

/** Speaks the protocol of clamd, and knows one signature. */
export interface ClamdDouble {
  readonly address: ClamdAddress;
  suffer(fault: ClamdFault): void;
  /** Sizes of the files that it examined. */
  readonly examined: readonly number[];
  [Symbol.asyncDispose](): Promise<void>;
}

const command = "zINSTREAM\0";

export async function startClamdDouble(): Promise<ClamdDouble> {
  let fault: ClamdFault = "none";
  const examined: number[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (fault === "refuse") {
      socket.destroy();
      return;
    }
    let received: Buffer = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes]);
      if (fault === "hang-up" && received.length > command.length) {
        socket.destroy();
        return;
      }
      if (fault === "limit" && received.length > command.length) {
        socket.end("INSTREAM size limit exceeded. ERROR\0");
        return;
      }
      const file = fileIn(received);
      if (file === undefined || fault === "silent") return;
      examined.push(file.length);
      socket.end(file.includes(eicar) ? "stream: Eicar-Signature FOUND\0" : "stream: OK\0");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    address: { host: "127.0.0.1", port },
    suffer: (next) => {
      fault = next;
    },
    examined,
    [Symbol.asyncDispose]: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

/** The bytes of all chunks; undefined until the empty one has arrived. */
function fileIn(received: Buffer): Buffer | undefined {
  if (!received.subarray(0, command.length).equals(Buffer.from(command))) return undefined;
  const pieces: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    if (at + 4 + length > received.length) return undefined;
    pieces.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
