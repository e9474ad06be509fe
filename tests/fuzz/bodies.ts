import fc from "fast-check";
import { bentValues } from "./bent-values.ts";
import type { Header } from "./generated-request.ts";
import { hostileText, hostileValue, mostly, writeJson } from "./hostile-values.ts";
import { boundary, oddParts, partsOf, writeParts } from "./multipart.ts";
import type { Operation, OperationBody } from "./operations.ts";
import { type SchemaContext, valuesOf } from "./schema-values.ts";
import { percentEncode, textOf } from "./targets.ts";

/** A body with its content headers. */
export interface Content {
  readonly headers: readonly Header[];
  readonly body: Buffer | undefined;
}

export function contentsOf({ bodies }: Operation, context: SchemaContext): fc.Arbitrary<Content> {
  const nothing = fc.constant<Content>({ headers: [], body: undefined });
  if (bodies.length === 0)
    return mostly(nothing, typed(fc.oneof(jsonOf(hostileValue), oddBytes), "application/json"));
  const contents = bodies.map((body) =>
    typed(mostly(usualBytes(body, valuesOfBody(body, context)), oddBytes), headerOf(body)),
  );
  return mostly(fc.oneof(...contents), nothing);
}

/** Content that an operation is known to accept, unchanged. */
export function goodContent({ bodies }: Operation, value: unknown): Content {
  const [body] = bodies;
  if (body === undefined) return { headers: [], body: undefined };
  return { headers: [["Content-Type", headerOf(body)]], body: writeBody(body, value) };
}

function headerOf({ mediaType }: OperationBody): string {
  return mediaType === "multipart/form-data" ? `${mediaType}; boundary=${boundary}` : mediaType;
}

function writeBody({ mediaType }: OperationBody, value: unknown): Buffer {
  switch (mediaType) {
    case "multipart/form-data":
      return writeParts(value);
    case "application/x-www-form-urlencoded":
      return writeForm(pairsOf(value));
    default:
      return Buffer.from(writeJson(value));
  }
}

/** The same, unchanged or with one modification. */
export function nearlyGoodContents(operation: Operation, value: unknown): fc.Arbitrary<Content> {
  const [body] = operation.bodies;
  if (body === undefined) return fc.constant(goodContent(operation, value));
  const values = fc.oneof(
    { weight: 1, arbitrary: fc.constant(value) },
    { weight: 4, arbitrary: bentValues(value) },
  );
  return typed(usualBytes(body, values), headerOf(body));
}

/** The correct bytes, or nearly. */
function usualBytes(body: OperationBody, values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  switch (body.mediaType) {
    case "multipart/form-data":
      return mostly(partsOf(values), oddParts(values));
    case "application/x-www-form-urlencoded":
      return mostly(formsOf(values), oddForms(values));
    default:
      return mostly(jsonOf(values), spoiledJson(values));
  }
}

/** From the schema or its example, unchanged or with one modification. */
function valuesOfBody({ schema, example }: OperationBody, context: SchemaContext): fc.Arbitrary<unknown> {
  const fromSchema = valuesOf(schema, context);
  if (example === undefined) return fromSchema;
  return fc.oneof(fromSchema, mostly<unknown>(fc.constant(example), bentValues(example)));
}

function jsonOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return values.map((value) => Buffer.from(writeJson(value)));
}

/** Valid JSON with one modification of its bytes. */
function spoiledJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const spoilers: readonly ((text: string) => Buffer)[] = [
    (text) => Buffer.from(text.slice(0, -1)),
    (text) => Buffer.from(text.slice(0, text.length >> 1)),
    (text) => Buffer.from(`${text},`),
    (text) => Buffer.from(`${text}${text}`),
    (text) => Buffer.from(text.replaceAll('"', "'")),
    (text) => Buffer.from(`\ufeff${text}`),
    (text) => Buffer.from(text, "utf16le"),
    (text) => Buffer.from(text.replace("{", '{"__proto__":{"a":1},')),
    (text) => Buffer.from(text.replace("{", '{"text":"first","text":"second",')),
    (text) => Buffer.from(` \n\t${text}\r\n `),
    (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe]), Buffer.from("}")]),
    (text) => Buffer.from(`/* no comment */${text}`),
  ];
  return fc.tuple(values, fc.constantFrom(...spoilers)).map(([value, spoil]) => spoil(writeJson(value)));
}

type Pairs = readonly (readonly [string, string])[];

function formsOf(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  return values.map((value) => writeForm(pairsOf(value)));
}

function oddForms(values: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> {
  const more = fc.array(fc.tuple(hostileText, hostileText), { minLength: 1, maxLength: 4 });
  return fc.oneof(
    fc.tuple(values, more).map(([value, pairs]) => writeForm([...pairsOf(value), ...pairs])),
    values.map((value) => writeForm([...pairsOf(value), ...pairsOf(value)])),
    values.map((value) => Buffer.concat([writeForm(pairsOf(value)), Buffer.from("&%zz=%&=&&a")])),
    values.map((value) => Buffer.from(writeJson(value))),
  );
}

function pairsOf(value: unknown): Pairs {
  if (typeof value !== "object" || value === null) return [[textOf(value), ""]];
  return Object.entries(value).map(([name, member]) => [name, textOf(member)]);
}

function writeForm(pairs: Pairs): Buffer {
  return Buffer.from(pairs.map((pair) => pair.map(percentEncode).join("=")).join("&"));
}

const many = 20_000;
const veryMany = 60_000;
const pastLimitBytes = 1024 * 1024 + 1;

/** Enough to hurt a parser that recurses, or compares all parts with each other. */
const heavyTexts: readonly (() => string)[] = [
  () => "a=&".repeat(many),
  () => Array.from({ length: many }, (_, index) => `a${index}=b`).join("&"),
  () => `{${Array.from({ length: veryMany }, (_, index) => `"a${index}":0`).join()}}`,
  () => `[${"0,".repeat(many)}0]`,
  () => "[".repeat(many) + "]".repeat(many),
  () => `${"[".repeat(many)}"\\u0061"${"]".repeat(many)}`,
  () => `${'{"a":'.repeat(many)}"\\u0000"${"}".repeat(many)}`,
  () => `{"text":"${"\\u0061".repeat(many)}"}`,
  () => `{"text":${"9".repeat(many)}}`,
  () => " ".repeat(pastLimitBytes),
];

const oddBytes: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .constantFrom("", " ", "\0", "null", "0", '""', "[]", "{}", "true", "{", "NaN")
      .map(Buffer.from),
  },
  { weight: 4, arbitrary: fc.uint8Array({ maxLength: 64 }).map(Buffer.from) },
  { weight: 4, arbitrary: hostileText.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.constantFrom(...heavyTexts).map((text) => Buffer.from(text())) },
);

const oddTypes = [
  "application/json; charset=utf-8",
  "APPLICATION/JSON",
  "application/json;charset=utf-16",
  'application/json; charset="',
  "application/json, text/plain",
  "application/jsonp",
  "application/vnd.api+json",
  "application/x-www-form-urlencoded; charset=latin1",
  "multipart/form-data; boundary=a",
  "text/plain",
  "*/*",
  "",
  ";",
  "/",
  "a".repeat(300),
  "\xe9/\xff",
];

/** Chunked is the other way to say how long a body is; the rest are invalid. */
const oddFraming: readonly (readonly Header[])[] = [
  [["Transfer-Encoding", "chunked"]],
  [["Transfer-Encoding", "gzip, chunked"]],
  [["Content-Length", "0"]],
  [["Content-Length", "-1"]],
  [["Content-Length", "0x1"]],
  [["Content-Length", "1, 1"]],
  [
    ["Content-Length", "1"],
    ["Transfer-Encoding", "chunked"],
  ],
];

function typed(bytes: fc.Arbitrary<Buffer>, mediaType: string): fc.Arbitrary<Content> {
  const types = mostly<readonly Header[]>(
    fc.constant([["Content-Type", mediaType]]),
    fc.constantFrom(...oddTypes).map((type) => [["Content-Type", type]]),
    fc.constant([]),
  );
  const framing = mostly<readonly Header[]>(fc.constant([]), fc.constant([]), fc.constantFrom(...oddFraming));
  return fc
    .tuple(bytes, types, framing)
    .map(([body, type, length]) => ({ headers: [...type, ...length], body: frame(body, length) }));
}

const chunkBytes = 1_000;

/** Where a header promises chunks, chunks are sent. */
function frame(body: Buffer, headers: readonly Header[]): Buffer {
  if (!headers.some(([name, value]) => name === "Transfer-Encoding" && value.endsWith("chunked")))
    return body;
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const chunk = body.subarray(at, at + chunkBytes);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from("\r\n"));
  }
  return Buffer.concat([...chunks, Buffer.from("0\r\n\r\n")]);
}
