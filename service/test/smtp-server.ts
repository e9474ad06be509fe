import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { IssuedCertificate } from "./certificates.ts";

/** A mail server on loopback. */
export interface SmtpServer {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** Recipients that were named, also of emails that were refused. */
  readonly recipients: readonly string[];
  /** `user password` of each authentication, and whether the connection was encrypted. */
  readonly sessions: readonly { readonly proof: string; readonly isSecure: boolean }[];
  /** Replies with this code, to the recipient that contains these letters or to any email, until it is undefined. */
  replyWith(reply: Refused | undefined): void;
  /** Takes the next email to this address, and closes the connection instead of replying. */
  dropNext(to: string): void;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Refused {
  readonly to: "recipient" | "data" | "sender";
  readonly code: number;
  readonly containing?: string;
}

export interface ReceivedMail {
  readonly to: string;
  readonly source: string;
  /** Decoded. */
  readonly text: string;
  readonly html: string;
}

interface SmtpServerSettings {
  readonly certificate?: IssuedCertificate;
  /** `tls` from the start, or after STARTTLS. Without a certificate, there is neither. */
  readonly transport?: "tls" | "starttls";
  /** The only accepted password. */
  readonly password?: string;
}

export async function openSmtpServer(settings: SmtpServerSettings = {}): Promise<SmtpServer> {
  const records: Records = { received: [], recipients: [], sessions: [] };
  const behavior: Behavior = { refused: undefined, dropped: undefined };
  const closeAll = (): void => {
    for (const connection of connectionsOf(server)) connection.close();
  };
  const server = new SMTPServer({
    ...connectionOf(settings),
    // Tests send traffic only to loopback.
    disableReverseLookup: true,
    ...envelopeHandlers(settings, records, behavior),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const failure = check(behavior, "data");
        if (failure !== null) {
          callback(failure);
          return;
        }
        const source = Buffer.concat(chunks).toString();
        const to = session.envelope.rcptTo.map(({ address }) => address).join(" ");
        records.received.push({ to, source, ...decode(source) });
        if (behavior.dropped !== to) {
          callback(null);
          return;
        }
        behavior.dropped = undefined;
        closeAll();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    port: (server.server.address() as AddressInfo).port,
    ...records,
    replyWith: (reply) => {
      behavior.refused = reply;
    },
    dropNext: (to) => {
      behavior.dropped = to;
    },
    [Symbol.asyncDispose]: async () => {
      closeAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Records {
  readonly received: ReceivedMail[];
  readonly recipients: string[];
  readonly sessions: { readonly proof: string; readonly isSecure: boolean }[];
}

interface Behavior {
  refused: Refused | undefined;
  dropped: string | undefined;
}

function check({ refused }: Behavior, step: Refused["to"], address = ""): Error | null {
  const isRefused = refused?.to === step && address.includes(refused.containing ?? "");
  return isRefused ? Object.assign(new Error("refused"), { responseCode: refused.code }) : null;
}

function envelopeHandlers(
  settings: SmtpServerSettings,
  { sessions, recipients }: Records,
  behavior: Behavior,
): SMTPServerOptions {
  return {
    onAuth: ({ username, password }, session, callback) => {
      sessions.push({ proof: `${username} ${password}`, isSecure: session.secure });
      if (settings.password !== undefined && password !== settings.password) {
        callback(Object.assign(new Error("wrong"), { responseCode: 535 }));
      } else callback(null, { user: username ?? "" });
    },
    onMailFrom: (_, __, callback) => callback(check(behavior, "sender")),
    onRcptTo: ({ address }, _, callback) => {
      recipients.push(address);
      callback(check(behavior, "recipient", address));
    },
  };
}

function connectionOf({ certificate, transport }: SmtpServerSettings): SMTPServerOptions {
  if (certificate === undefined || transport === undefined)
    return {
      hideSTARTTLS: true,
      disabledCommands: ["STARTTLS"],
      authOptional: true,
      allowInsecureAuth: true,
    };
  return { ...certificate, secure: transport === "tls", authOptional: true };
}

function connectionsOf(server: SMTPServer): readonly { close(): void }[] {
  return [...(server as unknown as { readonly connections: Set<{ close(): void }> }).connections];
}

/** ASCII with short lines is sent as it is; other parts are in base64. */
function decode(source: string): Pick<ReceivedMail, "text" | "html"> {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? "";
  const part = (type: string): string => {
    const found = source.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`)) ?? "";
    const [headers = "", ...body] = found.split("\r\n\r\n");
    const encoding = headers.includes("Content-Transfer-Encoding: base64") ? "base64" : "utf8";
    return Buffer.from(body.join("\r\n\r\n"), encoding).toString().replaceAll("\r\n", "\n");
  };
  return { text: part("text/plain"), html: part("text/html") };
}
