import { isIP } from "node:net";
import { createTransport } from "nodemailer";
import type { Mail, Mailer } from "../mailer.ts";

export interface SmtpOptions {
  readonly server: {
    readonly host: string;
    readonly port: number;
    /** `starttls` sends nothing before the connection is encrypted. */
    readonly transport: "tls" | "starttls" | "plain";
    readonly credentials: { readonly user: string; readonly password: string } | undefined;
  };
  readonly from: { readonly name: string | undefined; readonly address: string };
  /** PEM, trusted instead of the default root certificates. */
  readonly ca: string | undefined;
}

const timeoutMs = 30_000;

/** Submits emails to a mail server, one connection for each. */
export function createSmtpMailer({ server, from, ca }: SmtpOptions): Mailer {
  const { host, port, transport, credentials } = server;
  const connection = {
    host,
    port,
    secure: transport === "tls",
    requireTLS: transport === "starttls",
    ignoreTLS: transport === "plain",
    ...(credentials === undefined ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    tls: { ...(isIP(host) === 0 ? { servername: host } : {}), ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    send: async (mail, signal) => {
      signal.throwIfAborted();
      // A recipient must not add recipients, headers or commands.
      if (/[\s<>,;:"()\\\p{Cc}]/u.test(mail.to)) return "rejected";
      try {
        await until(signal, createTransport(connection).sendMail(messageOf(from, mail)));
        return "accepted";
      } catch (error) {
        if (isRefusal(error)) return "rejected";
        throw readable(error);
      }
    },
  };
}

/** The transport has no way to end a connection early: its own timeouts do, later. */
async function until<T>(signal: AbortSignal, sending: Promise<T>): Promise<T> {
  let abort = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new Error("sending was stopped"));
    signal.addEventListener("abort", abort, { once: true });
  });
  try {
    return await Promise.race([sending, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function messageOf(from: SmtpOptions["from"], mail: Mail) {
  const { id, to, subject, text, html, sentAt } = mail;
  const [, domain = ""] = from.address.split("@");
  return {
    from: { name: from.name ?? "", address: from.address },
    to: { name: "", address: to },
    subject,
    text,
    html,
    textEncoding: "base64",
    messageId: `<${id}@${domain}>`,
    date: new Date(sentAt),
    // RFC 3834: no out-of-office replies.
    headers: { "Auto-Submitted": "auto-generated" },
  } as const;
}

interface SmtpError {
  readonly code?: unknown;
  readonly command?: unknown;
  readonly responseCode?: unknown;
}

/** The recipient or the email, and not the sender or the connection (RFC 5321 §4.2). */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = error as SmtpError;
  const isPermanent = typeof responseCode === "number" && responseCode >= 550 && responseCode < 560;
  return isPermanent && (command === "RCPT TO" || command === "DATA");
}

/** The text of a reply may repeat the recipient, so the error has only its codes. */
function readable(error: unknown): Error {
  const { code, command, responseCode } = error as SmtpError;
  const reason = typeof code === "string" ? ` (${code})` : "";
  if (typeof responseCode === "number") {
    return new Error(
      `the mail server replied ${responseCode} to ${typeof command === "string" ? command : "CONN"}${reason}`,
    );
  }
  return new Error(`the mail server did not take the email${reason}`);
}
