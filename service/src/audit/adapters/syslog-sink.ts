import { connect as connectPlain, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectTls } from "node:tls";
import { formatInstant } from "../../kernel/instant.ts";
import type { AuditSink, ExportedEntry } from "../index.ts";

/** A syslog receiver: over TLS (RFC 5425), over TCP (RFC 6587), or at a Unix stream socket. */
export type SyslogAddress =
  | {
      readonly transport: "tls";
      readonly host: string;
      readonly port: number;
      readonly ca: string | undefined;
    }
  | { readonly transport: "tcp"; readonly host: string; readonly port: number }
  | { readonly transport: "unix"; readonly path: string };

/**
 * Sends messages of RFC 5424 with octet counting. Syslog has no acknowledgements, so each batch has its own connection:
 * the receiver closes it after it has read everything, and only then does the batch count as received.
 */
export function createSyslogSink(
  address: SyslogAddress,
  textOf: (entry: ExportedEntry) => string,
): AuditSink {
  return {
    send: (entries, signal) => {
      const frames = entries.map((entry) => frame(message(entry, textOf(entry))));
      return deliver(() => connect(address), Buffer.concat(frames), signal);
    },
  };
}

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6;
const maxMessageIdLength = 32;

/** MSG is without a byte order mark, because many receivers parse it as JSON (RFC 5424 §6.4: MSG-ANY). */
function message({ entry: { at, action } }: ExportedEntry, text: string): string {
  const header = `<${priority}>1 ${formatInstant(at)} ${hostname()} florin ${process.pid}`;
  return `${header} ${action.slice(0, maxMessageIdLength)} - ${text}`;
}

function frame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

function connect(address: SyslogAddress): Socket {
  switch (address.transport) {
    case "tls": {
      const { host, port, ca } = address;
      return connectTls({ host, port, servername: host, ...(ca === undefined ? {} : { ca }) });
    }
    case "tcp":
      return connectPlain({ host: address.host, port: address.port });
    case "unix":
      return connectPlain({ path: address.path });
  }
}

function deliver(open: () => Socket, bytes: Buffer, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = open();
    const abort = (): void => {
      socket.destroy(new Error("the syslog receiver did not read everything in time"));
    };
    signal.addEventListener("abort", abort, { once: true });
    let isRead = false;
    socket.on("error", reject);
    socket.on("end", () => {
      // It has read to our end if all was sent before it closed.
      isRead = socket.writableFinished;
    });
    socket.on("close", () => {
      signal.removeEventListener("abort", abort);
      if (isRead) resolve();
      else reject(new Error("the syslog receiver closed the connection before it had read everything"));
    });
    socket.resume();
    socket.end(bytes);
  });
}
