import type { Mail } from "./mailer.ts";

interface Sender {
  readonly name: string | undefined;
  readonly address: string;
}

/** The email in the format of RFC 5322, in ASCII with CRLF line ends. */
export function mimeMessage(from: Sender, { id, to, subject, text, sentAt }: Mail): string {
  const [, domain = ""] = from.address.split("@");
  const sender = from.name === undefined ? from.address : `${encodeHeader(from.name)} <${from.address}>`;
  const headers = [
    `From: ${sender}`,
    `To: ${to}`,
    `Subject: ${encodeHeader(subject)}`,
    `Date: ${new Date(sentAt).toUTCString().replace("GMT", "+0000")}`,
    `Message-ID: <${id}@${domain}>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    // RFC 3834: no out-of-office replies.
    "Auto-Submitted: auto-generated",
  ];
  const body = Buffer.from(text.replaceAll("\n", "\r\n")).toString("base64");
  return [...headers, "", ...(body.match(/.{1,76}/g) ?? []), ""].join("\r\n");
}

const bytesPerWord = 42;

/** RFC 2047: encoded words of at most 75 characters, which do not split a character. */
function encodeHeader(text: string): string {
  if (/^[\w !#$%&'*+/=^`{|}~-]*$/.test(text) && text.length <= bytesPerWord) return text;
  const words = [""];
  for (const character of text) {
    const last = words.at(-1) ?? "";
    if (Buffer.byteLength(last + character) > bytesPerWord) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString("base64")}?=`).join("\r\n ");
}
