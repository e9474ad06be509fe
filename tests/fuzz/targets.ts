import fc from "fast-check";
import type { GoodRequest } from "./good-requests.ts";
import { hostileText, mostly } from "./hostile-values.ts";
import type { Operation, Parameter } from "./operations.ts";
import { type SchemaContext, valuesOf } from "./schema-values.ts";

/** The request target of an operation: its path with parameters filled in, and a query. */
export function targetsOf(operation: Operation, context: SchemaContext): fc.Arbitrary<string> {
  return mostly(
    fc.tuple(pathsOf(operation, context), queriesOf(operation, context)).map(([path, query]) => path + query),
    bentPaths(operation.path),
    fc.constantFrom(...strangeTargets),
  );
}

/** The target of a valid request. */
export function goodTarget(path: string, { params, query }: GoodRequest): string {
  const pairs = Object.entries(query).map((pair) => pair.map(percentEncode).join("="));
  return filledPath(path, params) + (pairs.length === 0 ? "" : `?${pairs.join("&")}`);
}

/** Mostly the same target, with another query where it accepts one. */
export function nearlyGoodTargets(
  operation: Operation,
  context: SchemaContext,
  good: GoodRequest,
): fc.Arbitrary<string> {
  const path = filledPath(operation.path, good.params);
  const queried = queriesOf(operation, context).map((query) => path + query);
  const needsQuery = Object.keys(good.query).length > 0;
  return mostly(
    needsQuery ? fc.oneof(fc.constant(goodTarget(operation.path, good)), queried) : queried,
    bentPaths(path),
  );
}

function filledPath(path: string, params: Readonly<Record<string, string>>): string {
  return Object.entries(params).reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, () => percentEncode(value)),
    path,
  );
}

function pathsOf({ path, parameters }: Operation, context: SchemaContext): fc.Arbitrary<string> {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const values = inPath.map((parameter) => mostly(encodedValues(parameter, context), rawSegments));
  return fc
    .tuple(...values)
    .map((segments) =>
      inPath.reduce(
        (filled, { name }, index) => filled.replace(`{${name}}`, () => segments[index] ?? ""),
        path,
      ),
    );
}

function encodedValues({ schema, name }: Parameter, context: SchemaContext): fc.Arbitrary<string> {
  return valuesOf(schema, context, name).map((value) => percentEncode(textOf(value)));
}

const brokenEscapes = ["%", "%2", "%zz", "%FF", "%C3%28", "%ED%A0%80", "%00", "%2F", "%252F", "%u0041"];

/** Segments that no client library would send. */
const rawSegments = fc.oneof(
  fc.constantFrom(
    ...brokenEscapes,
    ".",
    "..",
    ";a=b",
    "*",
    "a b",
    "[",
    "|",
    "^",
    "\\",
    "#",
    "?",
    "\x7f",
    "\t",
  ),
  fc.constantFrom("a".repeat(256), "a".repeat(257), "%61".repeat(300), "a".repeat(20_000)),
  hostileText.map(bytesOf),
);

const strangeTargets = [
  "/",
  "//",
  "*",
  "",
  "accounts",
  "/.env",
  "/accounts/",
  "/accounts//",
  "/accounts/../healthz",
  "/./accounts",
  "/ACCOUNTS",
  "/%61ccounts",
  "/accounts%2F",
  "/accounts;v=1",
  "/accounts#top",
  "http://elsewhere.example/accounts",
  "https://elsewhere.example",
  "//elsewhere.example/accounts",
  "/\\elsewhere.example",
  "/accounts?",
  "/accounts?&&&==",
  "/accounts??page[size]=1",
];

/** The path of an operation, with something inserted. */
function bentPaths(path: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(path.length), fc.oneof(rawSegments, fc.constantFrom("/", "//", "/..", "%2e")))
    .map(([at, strange]) => bytesOf(path.slice(0, at)) + strange + bytesOf(path.slice(at)));
}

function queriesOf({ parameters }: Operation, context: SchemaContext): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const usual = inQuery.map((parameter) => {
    const pair = encodedValues(parameter, context).map(
      (value) => `${percentEncode(parameter.name)}=${value}`,
    );
    // Each parameter is left out often enough that mutually exclusive ones rarely occur together.
    return fc.oneof(
      { weight: parameter.required ? 1 : 20, arbitrary: fc.constant(undefined) },
      { weight: 10, arbitrary: pair },
    );
  });
  const pairs = fc.tuple(...usual).map((given) => given.filter((pair) => pair !== undefined));
  const strange = fc.array(strangePairs(inQuery, context), { minLength: 1, maxLength: 3 });
  return mostly(
    pairs,
    fc.tuple(pairs, strange).map(([given, more]) => [...given, ...more]),
  ).map((all) => (all.length === 0 ? "" : `?${all.join("&")}`));
}

/** A repeated parameter, an unknown one, or something that is not a pair. */
function strangePairs(parameters: readonly Parameter[], context: SchemaContext): fc.Arbitrary<string> {
  const again = parameters.map((parameter) =>
    encodedValues(parameter, context).map((value) => `${parameter.name}=${value}`),
  );
  const unknown = fc.tuple(hostileText, hostileText).map((pair) => pair.map(percentEncode).join("="));
  return fc.oneof(
    unknown,
    rawSegments,
    fc.constantFrom("=", "&", "page[]=1", "page[size][]=1", "a=b=c"),
    ...again,
  );
}

/** Text for a parameter that is always text. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Everything but the unreserved characters of RFC 3986 is escaped; surrogates of a pair are escaped separately. */
export function percentEncode(text: string): string {
  return Array.from(text, (character) =>
    /[A-Za-z0-9._~-]/.test(character)
      ? character
      : [...encodeCharacter(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
  ).join("");
}

function encodeCharacter(character: string): Buffer {
  if (character.isWellFormed()) return Buffer.from(character);
  const unit = character.charCodeAt(0);
  return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
}

/** The text in UTF-8, each byte as one character, as in a request line or a header. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString("latin1");
}
