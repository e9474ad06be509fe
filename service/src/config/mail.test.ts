import { expect, test } from "vitest";
import { readConfig } from "../config.ts";

const sender = { SMTP_FROM: "Florin <florin@example.com>" };

test.each([
  [
    "smtp://user:p%40ss@mail.example.com",
    {
      host: "mail.example.com",
      port: 587,
      transport: "starttls",
      credentials: { user: "user", password: "p@ss" },
    },
  ],
  [
    "smtps://mail.example.com:2465/",
    { host: "mail.example.com", port: 2465, transport: "tls", credentials: undefined },
  ],
  ["smtp://[::1]:25", { host: "::1", port: 25, transport: "plain", credentials: undefined }],
])("%s is a mail server, and only loopback is without TLS", (url, server) => {
  expect(readConfig({ SMTP_URL: url, ...sender }).mail).toEqual({
    server,
    from: { name: "Florin", address: "florin@example.com" },
    ca: undefined,
  });
});

test.each(["http://mail.example.com", "smtp://user@mail.example.com", "smtp://x:y@h/path", "smtp://%zz:a@h"])(
  "%s is refused without repeating it",
  (url) => {
    expect(() => readConfig({ SMTP_URL: url, ...sender })).toThrow(
      /SMTP_URL must look like smtp:\/\/user:password@smtp\.example\.com:587/,
    );
  },
);

test("server and sender are set together", () => {
  expect(() => readConfig({ SMTP_URL: "smtp://127.0.0.1" })).toThrow("SMTP_FROM is missing");
  expect(() => readConfig(sender)).toThrow("SMTP_URL is missing");
  expect(() => readConfig({ SMTP_URL: "smtp://127.0.0.1", SMTP_FROM: "Florin" })).toThrow(
    "SMTP_FROM must be an email address",
  );
});
