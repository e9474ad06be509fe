import { hostname } from "node:os";
import type { Mail, Mailer } from "../mail/mailer.ts";
import { mimeMessage } from "../mail/mime-message.ts";
import { openDialogue, type Reply, type SmtpDialogue } from "./smtp-dialogue.ts";

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

/** Submits emails to a mail server (RFC 5321), one connection for each. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  return {
    send: async (mail, signal) => {
      const dialogue = openDialogue(options, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      try {
        return await submit(dialogue, options, mail);
      } finally {
        dialogue.close();
      }
    },
  };
}

async function submit(
  dialogue: SmtpDialogue,
  { server, from }: SmtpOptions,
  mail: Mail,
): Promise<"accepted" | "rejected"> {
  // A recipient must not add commands.
  if (/[\s<>\p{Cc}]/u.test(mail.to)) return "rejected";
  expect(await dialogue.read(), 220);
  let extensions = await greet(dialogue);
  if (server.transport === "starttls") {
    if (!extensions.has("STARTTLS")) throw new Error("the mail server does not offer STARTTLS");
    expect(await dialogue.command("STARTTLS"), 220);
    await dialogue.startTls();
    extensions = await greet(dialogue);
  }
  if (server.credentials !== undefined) {
    const { user, password } = server.credentials;
    const proof = Buffer.from(`\0${user}\0${password}`).toString("base64");
    expect(await dialogue.command(`AUTH PLAIN ${proof}`), 235);
  }
  const isAscii = /^[\x21-\x7e]+$/.test(mail.to);
  if (!isAscii && !extensions.has("SMTPUTF8")) return "rejected";
  expect(await dialogue.command(`MAIL FROM:<${from.address}>${isAscii ? "" : " SMTPUTF8"}`), 250);
  const recipient = await dialogue.command(`RCPT TO:<${mail.to}>`);
  if (isPermanent(recipient)) return "rejected";
  expect(recipient, 250, 251);
  expect(await dialogue.command("DATA"), 354);
  // Dot-stuffing, RFC 5321 §4.5.2.
  const stuffed = mimeMessage(from, mail).replace(/^\./gm, "..");
  const outcome = await dialogue.command(`${stuffed}.`);
  if (isPermanent(outcome)) return "rejected";
  expect(outcome, 250);
  return "accepted";
}

/** The server's extensions (RFC 5321 §4.1.1.1). */
async function greet(dialogue: SmtpDialogue): Promise<ReadonlySet<string>> {
  const name = hostname();
  const reply = await dialogue.command(`EHLO ${/^[A-Za-z0-9.-]+$/.test(name) ? name : "localhost"}`);
  expect(reply, 250);
  return new Set(reply.lines.slice(1).map((line) => line.split(" ")[0]?.toUpperCase() ?? ""));
}

function isPermanent({ code }: Reply): boolean {
  return code >= 550 && code < 560;
}

/** The text of a reply may repeat the recipient, so the error has only its code. */
function expect({ code }: Reply, ...expected: readonly number[]): void {
  if (!expected.includes(code)) throw new Error(`the mail server replied ${code} instead of ${expected[0]}`);
}
