import { expect, test } from "vitest";
import { createTestAuthority } from "../../../test/certificates.ts";
import { openSmtpServer, type SmtpServer } from "../../../test/smtp-server.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { createSmtpMailer, type SmtpOptions } from "./smtp-mailer.ts";

const authority = createTestAuthority();
const certificate = authority.issue({ names: ["127.0.0.1"] });
const credentials = { user: "florin", password: "s3cret ü" };
const { signal } = new AbortController();
const mail = {
  id: "01J8MAIL",
  to: "ada@example.com",
  subject: "Grüße an die Prüferinnen und Prüfer der Zahlungen – 你好",
  text: "First line\n.\n..two dots\nÜ",
  sentAt: instantFromMs(1_795_000_000_000),
};

function mailerOf(
  { port }: SmtpServer,
  transport: SmtpOptions["server"]["transport"],
  options: Partial<SmtpOptions> & { readonly credentials?: SmtpOptions["server"]["credentials"] } = {},
) {
  return createSmtpMailer({
    server: { host: "127.0.0.1", port, transport, credentials: options.credentials },
    from: { name: "Florin Bänk", address: "florin@example.com" },
    ca: authority.certificate,
    ...options,
  });
}

test("an email arrives complete, with its characters in the headers and in the text", async () => {
  await using server = await openSmtpServer();
  expect(await mailerOf(server, "plain").send(mail, signal)).toBe("accepted");
  const [received] = server.received;
  expect(received?.to).toBe("ada@example.com");
  expect(received?.text).toBe(mail.text.replaceAll("\n", "\r\n"));
  const source = received?.source ?? "";
  expect(source).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(Math.max(...source.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(78);
  const subject = /^Subject: ((?:.*\r\n )*.*)/m.exec(source)?.[1] ?? "";
  const decoded = subject
    .split("\r\n ")
    .map((word) => Buffer.from(word.slice(10, -2), "base64").toString())
    .join("");
  expect(decoded).toBe(mail.subject);
  expect(source).toContain("Message-ID: <01J8MAIL@example.com>");
  expect(source).toMatch(/^Date: \w{3}, \d{2} \w{3} 20\d{2} \d{2}:\d{2}:\d{2} \+0000\r$/m);
});

test("TLS and STARTTLS protect the password and the email", async () => {
  for (const transport of ["tls", "starttls"] as const) {
    await using server = await openSmtpServer({ certificate, transport });
    const mailer = mailerOf(server, transport, { credentials });
    expect(await mailer.send(mail, signal)).toBe("accepted");
    const proof = Buffer.from(`\0${credentials.user}\0${credentials.password}`).toString("base64");
    expect(server.commands).toContain(`tls AUTH PLAIN ${proof}`);
    const unprotected = server.commands.filter((command) => !command.startsWith("tls "));
    expect(unprotected.filter((command) => !/^(?:EHLO|STARTTLS)/.test(command))).toEqual([]);
  }
});

test("nothing is sent to a server without STARTTLS, or with another certificate", async () => {
  await using plain = await openSmtpServer();
  const sending = mailerOf(plain, "starttls", { credentials }).send(mail, signal);
  await expect(sending).rejects.toThrow("the mail server does not offer STARTTLS");
  await using strange = await openSmtpServer({
    certificate: createTestAuthority().issue({ names: ["127.0.0.1"] }),
    transport: "starttls",
  });
  await expect(mailerOf(strange, "starttls", { credentials }).send(mail, signal)).rejects.toThrow();
  expect([...plain.commands, ...strange.commands].join(" ")).not.toContain("AUTH");
});

test("replies that were sent before TLS do not count after it", async () => {
  await using server = await openSmtpServer({ certificate, transport: "starttls", injected: "250 ok\r\n" });
  const sending = mailerOf(server, "starttls").send(mail, signal);
  await expect(sending).rejects.toThrow("the mail server sent something before TLS");
});

test("a refused recipient is rejected, and anything else is sent again", async () => {
  await using server = await openSmtpServer();
  const mailer = mailerOf(server, "plain");
  server.replyWith({ to: "RCPT", code: 550 });
  expect(await mailer.send(mail, signal)).toBe("rejected");
  for (const reply of [
    { to: "RCPT", code: 450 },
    { to: "MAIL", code: 550 },
    { to: "DATA", code: 421 },
  ]) {
    server.replyWith(reply);
    await expect(mailer.send(mail, signal)).rejects.toThrow(`the mail server replied ${reply.code}`);
  }
  server.replyWith(undefined);
  expect(await mailer.send({ ...mail, to: "a@b.c>\r\nRCPT TO:<x@y.z" }, signal)).toBe("rejected");
  expect(server.received).toEqual([]);
});

test("sending ends with its signal", async () => {
  await using server = await openSmtpServer();
  const stopped = new AbortController();
  stopped.abort();
  await expect(mailerOf(server, "plain").send(mail, stopped.signal)).rejects.toThrow();
});
