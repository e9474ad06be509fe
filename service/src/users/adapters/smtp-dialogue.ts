import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";

/** A reply of a mail server. */
export interface Reply {
  readonly code: number;
  /** Without the codes. */
  readonly lines: readonly string[];
}

/** Commands and replies on one connection. */
export interface SmtpDialogue {
  read(): Promise<Reply>;
  /** Sends one command, or an email with its final dot, and reads the reply. */
  command(text: string): Promise<Reply>;
  /** After the reply to STARTTLS. */
  startTls(): Promise<void>;
  close(): void;
}

interface Place {
  readonly server: {
    readonly host: string;
    readonly port: number;
    readonly transport: "tls" | "starttls" | "plain";
  };
  readonly ca: string | undefined;
}

export function openDialogue({ server, ca }: Place, signal: AbortSignal): SmtpDialogue {
  signal.throwIfAborted();
  const { host, port, transport } = server;
  const trusted = {
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
  };
  let socket: Socket =
    transport === "tls" ? connectTls({ host, port, ...trusted }) : connectPlain({ host, port });
  let reader = readReplies(socket);
  const abort = (): void => {
    socket.destroy(new Error("the mail server did not reply in time"));
  };
  signal.addEventListener("abort", abort, { once: true });
  return {
    read: () => reader.next(),
    command: (text) => {
      socket.write(`${text}\r\n`);
      return reader.next();
    },
    startTls: async () => {
      reader.stop();
      const secured: TLSSocket = connectTls({ socket, host, ...trusted });
      socket = secured;
      reader = readReplies(secured);
      await reader.until((resolve) => secured.once("secureConnect", resolve));
    },
    close: () => {
      signal.removeEventListener("abort", abort);
      if (!socket.destroyed) socket.end("QUIT\r\n");
      // A server that does not close the connection must not keep it.
      socket.setTimeout(lingerMs, () => socket.destroy());
    },
  };
}

const lingerMs = 2_000;
const maxReplyLength = 64 * 1024;

interface ReplyReader {
  next(): Promise<Reply>;
  /** Rejects if the connection fails before. */
  until(subscribe: (resolve: () => void) => void): Promise<void>;
  /** Throws if there is more than was read: what was sent before TLS must not count after it (CVE-2011-0411). */
  stop(): void;
}

function readReplies(socket: Socket): ReplyReader {
  let unread = "";
  let failure: Error | undefined;
  let wake = (): void => {};
  const onData = (chunk: Buffer): void => {
    unread += chunk.toString();
    if (unread.length > maxReplyLength) socket.destroy(new Error("the reply of the mail server is too long"));
    wake();
  };
  const fail = (error: Error): void => {
    failure ??= error;
    wake();
  };
  const onClose = (): void => fail(new Error("the mail server closed the connection"));
  socket.on("data", onData);
  socket.on("error", fail);
  socket.on("close", onClose);
  const waitFor = async <T>(look: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (failure !== undefined) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    next: () =>
      waitFor(() => {
        const found = firstReply(unread);
        unread = unread.slice(found?.length ?? 0);
        return found?.reply;
      }),
    until: async (subscribe) => {
      let isReached = false;
      subscribe(() => {
        isReached = true;
        wake();
      });
      await waitFor(() => isReached || undefined);
    },
    stop: () => {
      socket.off("data", onData);
      if (unread !== "") throw new Error("the mail server sent something before TLS");
    },
  };
}

/** All lines but the last have a hyphen after the code (RFC 5321 §4.2.1). */
const replyShape = /^(?:\d{3}-[^\n]*\n)*(\d{3})(?: [^\n]*)?\r?\n/;

function firstReply(text: string): { readonly reply: Reply; readonly length: number } | undefined {
  const match = replyShape.exec(text);
  if (match === null) {
    if (/^(?:\d{3}-[^\n]*\n)*(?!\d{3}[- \r\n])[^\n]*\n/.test(text)) {
      throw new Error("the mail server does not speak SMTP");
    }
    return undefined;
  }
  const lines = match[0].trimEnd().split("\n");
  return {
    reply: { code: Number(match[1]), lines: lines.map((line) => line.slice(4).trimEnd()) },
    length: match[0].length,
  };
}
