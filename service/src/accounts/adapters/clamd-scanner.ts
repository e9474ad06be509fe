import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { MalwareScan, MalwareScanner } from "../documents/malware-scanner.ts";

/** Where clamd listens. */
export type ClamdAddress = { readonly path: string } | { readonly host: string; readonly port: number };

export interface ClamdOptions {
  readonly address: ClamdAddress;
  /** For the connection, and for each time without progress. */
  readonly timeoutMs: number;
}

class ClamdError extends Error {
  override readonly name = "ClamdError";
}

const maxReplyBytes = 4_096;

/** ClamAV's daemon, by its INSTREAM command (clamd(8)): chunks with their length, and an empty one at the end. */
export function createClamdScanner({ address, timeoutMs }: ClamdOptions): MalwareScanner {
  return {
    begin: async () => {
      const socket = connect(address);
      socket.setTimeout(timeoutMs, () => socket.destroy(new ClamdError("clamd did not respond in time")));
      const reply = readReply(socket);
      // Awaited by `finish`; a connection that fails before is reported by `write`.
      reply.catch(() => {});
      await once(socket, "connect");
      await send(socket, Buffer.from("zINSTREAM\0"));
      return scanOver(socket, reply);
    },
  };
}

function scanOver(socket: Socket, reply: Promise<string>): MalwareScan {
  return {
    write: async (piece) => {
      if (piece.length === 0) return;
      // clamd closes the connection when the file exceeds its limit, and says so.
      if (socket.destroyed || socket.readableEnded) throw new ClamdError(await reply);
      await send(socket, Buffer.concat([lengthOf(piece.length), piece]));
    },
    finish: async () => {
      await send(socket, lengthOf(0));
      return foundIn(await reply);
    },
    close: () => {
      socket.on("error", () => {}).destroy();
    },
  };
}

function lengthOf(count: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(count);
  return bytes;
}

/** Resolves when the bytes have left, so that no more than one piece waits. */
function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error === undefined || error === null ? resolve() : reject(error)));
  });
}

async function readReply(socket: Socket): Promise<string> {
  let text = "";
  for await (const piece of socket) {
    text += (piece as Buffer).toString("latin1");
    const end = text.indexOf("\0");
    if (end >= 0) return text.slice(0, end);
    if (text.length > maxReplyBytes) break;
  }
  throw new ClamdError("clamd closed the connection without a reply");
}

/** `stream: OK`, `stream: <name> FOUND`, or an error. */
function foundIn(reply: string): string | undefined {
  if (reply === "stream: OK") return undefined;
  const found = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (found !== undefined) return found;
  throw new ClamdError(`clamd replied: ${reply}`);
}
