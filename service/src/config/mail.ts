import { converted, optional, satisfying, type ValuesOf } from "./setting.ts";
import { isLoopbackHost } from "./web-address.ts";
import { areCertificates } from "./webhooks.ts";

/** A mail server, over TLS from the start (`smtps`) or after STARTTLS. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly transport: "tls" | "starttls" | "plain";
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
}

/** The sender of emails. */
export interface MailSender {
  readonly name: string | undefined;
  readonly address: string;
}

/** May contain a password, so problems never repeat the value. */
const mailServer = converted(
  parseServer,
  "must look like smtp://user:password@smtp.example.com:587 or smtps://user:password@smtp.example.com:465",
);

export const mailVariables = {
  SMTP_URL: optional(mailServer),
  SMTP_FROM: optional(
    converted(parseSender, "must be an email address, or look like Florin <florin@example.com>"),
  ),
  SMTP_CA: optional(
    satisfying(areCertificates, "must be PEM certificates, including their BEGIN and END lines"),
  ),
};

export function mailSettingsOf(env: ValuesOf<typeof mailVariables>) {
  return {
    /** Undefined if Florin sends no email. */
    server: env.SMTP_URL,
    from: env.SMTP_FROM,
    /** PEM, trusted instead of the default root certificates. */
    ca: env.SMTP_CA,
  };
}

export function mailProblems({ server, from }: ReturnType<typeof mailSettingsOf>): readonly string[] {
  if ((server === undefined) === (from === undefined)) return [];
  return server === undefined
    ? ["SMTP_URL is missing; SMTP_FROM has no effect without it"]
    : ["SMTP_FROM is missing; set it to the sender of emails, such as Florin <florin@example.com>"];
}

/** Passwords and links never cross a network in plain text, in any profile: STARTTLS is required, not only used if offered. */
function parseServer(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, pathname, search, hash, username, password } = new URL(text);
  const isBare = ["", "/"].includes(pathname) && search === "" && hash === "";
  if (!isBare || hostname === "" || (username === "") !== (password === "")) return undefined;
  if (protocol !== "smtp:" && protocol !== "smtps:") return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const plain = isLoopbackHost(host) ? "plain" : "starttls";
  const user = decoded(username);
  const secret = decoded(password);
  if (user === undefined || secret === undefined) return undefined;
  return {
    host,
    port: port === "" ? defaultPorts[protocol] : Number(port),
    transport: protocol === "smtps:" ? "tls" : plain,
    credentials: username === "" ? undefined : { user, password: secret },
  };
}

const defaultPorts = { "smtp:": 587, "smtps:": 465 } as const;

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const addressShape = /^[\x21-\x3b\x3d\x3f\x41-\x7e]+@[A-Za-z0-9.-]+$/;

function parseSender(text: string): MailSender | undefined {
  const [, name, inBrackets] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  if (!addressShape.test(address)) return undefined;
  return { name: name?.trim() === "" ? undefined : name?.trim(), address };
}
