import { expect, test } from "vitest";
import { type MailContent, renderMail } from "./template.ts";

const content: MailContent = {
  subject: "Florin: A member's role was changed",
  paragraphs: ["A member's role was changed."],
  facts: [
    ["Time", "2026-11-18T05:00:00.000Z"],
    ["Account", "Böhm & <Söhne>"],
  ],
  action: { label: "Open your notices", url: "https://florin.example/console/me/notices?a=1&b=2" },
  footer: "If you did not expect this, contact another admin.",
};

test("an email says the same in text and HTML", async () => {
  const { text, html } = renderMail(content);
  await expect(text).toMatchFileSnapshot("golden/notice.txt");
  await expect(html).toMatchFileSnapshot("golden/notice.html");
});

test("names add no markup, lines or headers", () => {
  const name = "<img src=x onerror=1>\r\nBcc: x@y.z\u2028Time: now";
  const hostile = {
    ...content,
    subject: `Join ${name}`,
    paragraphs: [name],
    facts: [["Account", name]] as const,
  };
  const { subject, text, html } = renderMail(hostile);
  expect(subject).not.toMatch(/[\r\n\u2028]/);
  expect(text.split(/[\r\n\u2028]/).filter((line) => /^(?:Bcc|Time)/.test(line))).toEqual([]);
  expect(html).not.toContain("<img");
});

test("the HTML loads nothing", () => {
  const { html } = renderMail(content);
  expect(html).not.toMatch(/\bsrc=|<link|<script|@import|url\(|<form/i);
  expect(html.match(/href="[^"]*"/g)).toHaveLength(1);
});
