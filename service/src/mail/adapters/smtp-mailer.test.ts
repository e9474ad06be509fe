import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import { expect, test } from "vitest";
import { createTestAuthority } from "../../../test/certificates.ts";
import { openSmtpServer } from "../../../test/smtp-server.ts";
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
  html: "<p>Ü</p>",
  sentAt: instantFromMs(1_795_000_000_000),
};

function mailerOf(
  { port }: { readonly port: number },
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

test("an email arrives complete, as text and HTML, with its characters in the headers and bodies", async () => {
  await using server = await openSmtpServer();
  expect(await mailerOf(server, "plain").send(mail, signal)).toBe("accepted");
  const [received] = server.received;
  expect(received?.to).toBe("ada@example.com");
  expect(received?.text.trim()).toBe(mail.text);
  expect(received?.html.trim()).toBe(mail.html);
  const source = received?.source ?? "";
  expect(source).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(source).toContain("Message-ID: <01J8MAIL@example.com>");
  expect(source).toMatch(/^Date: \w{3}, \d{2} \w{3} 20\d{2} \d{2}:\d{2}:\d{2} \+0000\r$/m);
  expect(source).toContain("Auto-Submitted: auto-generated");
});

test("TLS and STARTTLS protect the password and the email", async () => {
  for (const transport of ["tls", "starttls"] as const) {
    await using server = await openSmtpServer({ certificate, transport });
    expect(await mailerOf(server, transport, { credentials }).send(mail, signal)).toBe("accepted");
    expect(server.sessions).toEqual([{ proof: "florin s3cret ü", isSecure: true }]);
  }
});

test("nothing is sent to a server without STARTTLS, or with another certificate", async () => {
  await using plain = await openSmtpServer();
  const sending = mailerOf(plain, "starttls", { credentials }).send(mail, signal);
  await expect(sending).rejects.toThrow("the mail server replied");
  await using strange = await openSmtpServer({
    certificate: createTestAuthority().issue({ names: ["127.0.0.1"] }),
    transport: "starttls",
  });
  await expect(mailerOf(strange, "starttls", { credentials }).send(mail, signal)).rejects.toThrow();
  for (const { sessions, recipients } of [plain, strange]) expect([...sessions, ...recipients]).toEqual([]);
});

test("replies that were sent before TLS do not count after it", async () => {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("220 here\r\n");
    socket.on("data", (chunk: Buffer) => {
      const line = chunk.toString();
      if (!line.startsWith("STARTTLS")) {
        socket.write("250-here\r\n250 STARTTLS\r\n");
        return;
      }
      socket.removeAllListeners("data");
      // CVE-2011-0411: the reply to the next EHLO, injected in plain text.
      socket.write("220 go\r\n250 injected\r\n");
      const secured = new TLSSocket(socket, { isServer: true, ...certificate });
      secured.on("error", () => {});
      secured.on("data", (encrypted: Buffer) => {
        seen.push(encrypted.toString());
        secured.end("421 closing\r\n");
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await expect(mailerOf({ port }, "starttls").send(mail, signal)).rejects.toThrow();
  expect(seen.join("")).not.toContain("MAIL FROM");
  server.close();
});

test("a wrong password is an error without the password", async () => {
  await using server = await openSmtpServer({ certificate, transport: "tls", password: "another" });
  const sending = mailerOf(server, "tls", { credentials }).send(mail, signal);
  await expect(sending).rejects.toThrow(/^the mail server replied 535 to AUTH \w+ \(EAUTH\)$/);
});

test("a refused recipient is rejected, and anything else is sent again", async () => {
  await using server = await openSmtpServer();
  const mailer = mailerOf(server, "plain");
  server.replyWith({ to: "recipient", code: 550 });
  expect(await mailer.send(mail, signal)).toBe("rejected");
  for (const reply of [
    { to: "recipient", code: 450 },
    { to: "sender", code: 550 },
    { to: "data", code: 421 },
  ] as const) {
    server.replyWith(reply);
    await expect(mailer.send(mail, signal)).rejects.toThrow(`the mail server replied ${reply.code}`);
  }
  server.replyWith(undefined);
  server.dropNext(mail.to);
  await expect(mailer.send(mail, signal)).rejects.toThrow("the mail server did not take the email");
});

test("a recipient or a sender's name adds no command, header or recipient", async () => {
  await using server = await openSmtpServer();
  for (const to of ["a@b.c>\r\nRCPT TO:<x@y.z", "a@b.c, x@y.z", "a@b.c\r\nBcc: x@y.z", '"x" <x@y.z>']) {
    expect(await mailerOf(server, "plain").send({ ...mail, to }, signal)).toBe("rejected");
  }
  expect(server.recipients).toEqual([]);
  const from = { name: "Florin\r\nBcc: x@y.z", address: "florin@example.com" };
  const subject = "Hello\r\nBcc: x@y.z";
  expect(await mailerOf(server, "plain", { from }).send({ ...mail, subject }, signal)).toBe("accepted");
  expect(server.recipients).toEqual([mail.to]);
  expect(server.received[0]?.source).not.toMatch(/^Bcc:/im);
});

test("sending ends with its signal", async () => {
  await using server = await openSmtpServer();
  const stopped = new AbortController();
  stopped.abort();
  await expect(mailerOf(server, "plain").send(mail, stopped.signal)).rejects.toThrow();
});
