import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import type { IssuedCertificate } from "./certificates.ts";

/** A mail server on loopback. */
export interface SmtpServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Commands of all connections; each is prefixed with `tls` if it was encrypted. */
  readonly commands: readonly string[];
  /** Replies with this code to the command that begins with these letters, until it is undefined. */
  replyWith(reply: { readonly to: string; readonly code: number } | undefined): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ReceivedMail {
  readonly to: string;
  /** With CRLF, and without dot-stuffing. */
  readonly source: string;
  /** Decoded. */
  readonly text: string;
}

interface SmtpServerOptions {
  readonly certificate?: IssuedCertificate;
  /** `tls` from the start, or after STARTTLS. Without a certificate, there is neither. */
  readonly transport?: "tls" | "starttls";
  /** Sent together with the reply to STARTTLS, as an attacker would. */
  readonly injected?: string;
}

export async function openSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const { certificate, transport } = options;
  const received: ReceivedMail[] = [];
  const commands: string[] = [];
  let refusal: { readonly to: string; readonly code: number } | undefined;
  const sockets = new Set<Socket>();
  const onConnection = (socket: Socket): void => {
    sockets.add(socket);
    const refused = (command: string) =>
      refusal !== undefined && command.startsWith(refusal.to) ? refusal.code : undefined;
    talk(socket, { options, received, commands, refused });
  };
  const server =
    certificate !== undefined && transport === "tls"
      ? createTlsServer(certificate, onConnection)
      : createServer(onConnection);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    received,
    commands,
    replyWith: (reply) => {
      refusal = reply;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Talk {
  readonly options: SmtpServerOptions;
  readonly received: ReceivedMail[];
  readonly commands: string[];
  readonly refused: (command: string) => number | undefined;
}

function talk(socket: Socket, context: Talk, isGreeted = false): void {
  const { options, received, commands, refused } = context;
  const isSecure = socket instanceof TLSSocket;
  let unread = "";
  let recipient = "";
  let data: string[] | undefined;
  const reply = (text: string): void => {
    socket.write(`${text}\r\n`);
  };
  const onLine = (line: string): void => {
    if (data !== undefined) {
      if (line !== ".") {
        data.push(line.startsWith(".") ? line.slice(1) : line);
        return;
      }
      received.push({ to: recipient, ...decode(data) });
      data = undefined;
      reply("250 2.0.0 queued");
      return;
    }
    commands.push(`${isSecure ? "tls " : ""}${line}`);
    const code = refused(line);
    if (code !== undefined) reply(`${code} refused ${line}`);
    else if (line.startsWith("EHLO")) {
      reply(
        options.transport === "starttls" && !isSecure
          ? "250-here\r\n250 STARTTLS"
          : "250-here\r\n250 AUTH PLAIN",
      );
    } else if (line === "STARTTLS" && options.certificate !== undefined) {
      socket.removeAllListeners("data");
      socket.write(`220 go\r\n${options.injected ?? ""}`);
      talk(new TLSSocket(socket, { isServer: true, ...options.certificate }), context, true);
    } else if (line.startsWith("AUTH")) reply("235 ok");
    else if (line.startsWith("RCPT")) {
      recipient = /<(.*)>/.exec(line)?.[1] ?? "";
      reply("250 ok");
    } else if (line === "DATA") {
      data = [];
      reply("354 go");
    } else if (line === "QUIT") socket.end("221 bye\r\n");
    else reply("250 ok");
  };
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    unread += chunk.toString();
    for (let end = unread.indexOf("\r\n"); end !== -1; end = unread.indexOf("\r\n")) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      onLine(line);
    }
  });
  if (!isGreeted) reply("220 here");
}

function decode(lines: readonly string[]): Pick<ReceivedMail, "source" | "text"> {
  const body = lines.slice(lines.indexOf("") + 1).join("");
  return { source: lines.join("\r\n"), text: Buffer.from(body, "base64").toString() };
}
