import fc from "fast-check";
import { hostileText } from "./hostile-values.ts";
import { textOf } from "./targets.ts";

export const boundary = "fuzz";

/** Each member as a part of a form, RFC 7578. */
export function writeParts(value: unknown): Buffer {
  return close(parts(value));
}

/** The same in any order. */
export function partsOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(values, fc.boolean())
    .map(([value, isReversed]) => close(isReversed ? parts(value).reverse() : parts(value)));
}

/** The same with repeated, unknown and malformed parts. */
export function oddParts(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const strange = fc.oneof(
    fc.tuple(hostileText, hostileText).map(([name, content]) => part(name, Buffer.from(content))),
    fc.constantFrom(...strangeParts).map((text) => Buffer.from(text, "latin1")),
  );
  const more = fc.array(strange, { minLength: 1, maxLength: 4 });
  const spoiled = fc.tuple(values, fc.constantFrom(...spoilers));
  return fc.oneof(
    fc.tuple(values, more).map(([value, given]) => close([...given, ...parts(value)])),
    fc.tuple(values, more).map(([value, given]) => close([...parts(value), ...given])),
    values.map((value) => close([...parts(value), ...parts(value)])),
    spoiled.map(([value, spoil]) => spoil(close(parts(value)))),
  );
}

function parts(value: unknown): Buffer[] {
  if (typeof value !== "object" || value === null) return [part("", Buffer.from(textOf(value)))];
  return Object.entries(value).map(([name, member]) => part(name, Buffer.from(textOf(member), "latin1")));
}

function part(name: string, content: Buffer): Buffer {
  const fileName = name === "file" ? '; filename="a.pdf"' : "";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n")]);
}

function close(all: readonly Buffer[]): Buffer {
  return Buffer.concat([...all, Buffer.from(`--${boundary}--\r\n`)]);
}

const strangeParts = [
  `--${boundary}\r\n\r\nno headers\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nno name\r\n`,
  `--${boundary}\r\nContent-Disposition: attachment; name="file"\r\n\r\nx\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="file"`,
  `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name*=UTF-8''fil%65; name="document_kind"\r\n\r\nother\r\n`,
  `--${boundary}\r\nContent-Disposition: form-data; name="document_kind"\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\no\0\r\n`,
  `--${boundary}\r\nContent-Type: multipart/mixed; boundary=inner\r\n\r\n--inner--\r\n`,
  `--${boundary}\r\n${"X-Padding: x\r\n".repeat(2_000)}\r\nx\r\n`,
  `--${boundary}--\r\n`,
  "text before the first part\r\n",
  `\r\n--${boundary}`,
  `--${boundary}\r\n\0\xff\xfe: \x00\r\n\r\n`,
];

const spoilers: readonly ((form: Buffer) => Buffer)[] = [
  (form) => form.subarray(0, -4),
  (form) => form.subarray(0, form.length >> 1),
  (form) => Buffer.from(form.toString("latin1").replaceAll("\r\n", "\n"), "latin1"),
  (form) => Buffer.from(form.toString("latin1").replaceAll("form-data", "FORM-DATA"), "latin1"),
  (form) => Buffer.from(form.toString("latin1").replaceAll('"', ""), "latin1"),
  (form) => Buffer.concat([form, form]),
  (form) => Buffer.concat([Buffer.from("\r\n".repeat(1_000)), form]),
];
