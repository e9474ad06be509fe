import fc from "fast-check";
import type { CommandContext } from "./context.ts";
import type { Header } from "./generated-request.ts";
import { hostileText, mostly } from "./hostile-values.ts";
import type { Operation } from "./operations.ts";
import { bytesOf } from "./targets.ts";

/** Every header except those of the body. */
export function headersOf(operation: Operation, context: CommandContext): fc.Arbitrary<readonly Header[]> {
  return fc
    .tuple(
      authorizationOf(operation, context),
      sessionsOf(operation, context),
      keysOf(operation),
      acceptsOf(operation),
      positionsOf(operation, context),
      callerAddresses,
      strangeHeaders,
    )
    .map((groups) => groups.flat());
}

/** Required headers: a token and an idempotency key, where the operation requires them. */
export function goodHeaders(operation: Operation, context: CommandContext): readonly Header[] {
  const token = tokenFor(operation, context);
  return [
    ...(operation.needsToken ? [["Authorization", `Bearer ${token}`] as const] : []),
    ...(operation.needsSession ? sessionHeaders(context) : []),
    ...(requiresKey(operation) ? [["Idempotency-Key", `good-${operation.operationId}`] as const] : []),
    ...(operation.accept === undefined ? [] : [["Accept", operation.accept] as const]),
  ];
}

function tokenFor({ operationId }: Operation, { actors, token }: CommandContext): string {
  return actors.get(operationId)?.token ?? token;
}

function requiresKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === "Idempotency-Key");
}

type Headers = readonly Header[];

const none: fc.Arbitrary<Headers> = fc.constant([]);

function one(name: string, values: fc.Arbitrary<string>): fc.Arbitrary<Headers> {
  return values.map((value) => [[name, value]]);
}

function authorizationOf(operation: Operation, context: CommandContext): fc.Arbitrary<Headers> {
  const good = one("Authorization", fc.constant(`Bearer ${tokenFor(operation, context)}`));
  const usual = isTokenService(operation)
    ? fc.oneof(none, one("Authorization", basicOf(context)))
    : operation.needsToken
      ? good
      : none;
  return mostly<Headers>(
    usual,
    one("Authorization", fc.constantFrom(...context.otherTokens.map((token) => `Bearer ${token}`))),
    one("Authorization", oddAuthorizations(context)),
    fc.tuple(good, one("authorization", oddAuthorizations(context))).map((both) => both.flat()),
    none,
  );
}

/** As a page of the console sends them. */
function sessionHeaders({ cookie = "" }: CommandContext): Headers {
  return [
    ["Cookie", cookie],
    ["X-Florin-Console", "1"],
  ];
}

function sessionsOf({ needsSession }: Operation, context: CommandContext): fc.Arbitrary<Headers> {
  if (!needsSession) return none;
  const good = sessionHeaders(context);
  const withoutMark = good.slice(0, 1);
  const oddCookies = fc.constantFrom(
    "",
    "=",
    "florin-session=",
    `florin-session=${"a".repeat(43)}`,
    "a;b;;=;c=%zz",
  );
  return mostly<Headers>(
    fc.constant(good),
    fc.constant(withoutMark),
    fc.constant([...good, ["Sec-Fetch-Site", "cross-site"] as const]),
    fc.constant([...good, ["Origin", "https://elsewhere.example"] as const]),
    oddCookies.map((cookie) => [["Cookie", cookie] as const, ["X-Florin-Console", "1"] as const]),
    one("Cookie", hostileText.map(bytesOf)),
  );
}

function isTokenService({ bodies }: Operation): boolean {
  return bodies.some(({ mediaType }) => mediaType === "application/x-www-form-urlencoded");
}

function basicOf({ clients }: CommandContext): fc.Arbitrary<string> {
  return fc
    .constantFrom(...clients)
    .map(({ clientId, clientSecret }) => basic(`${clientId}:${clientSecret}`));
}

function oddAuthorizations(context: CommandContext): fc.Arbitrary<string> {
  const { token, clients } = context;
  const [firstId = ""] = clients.map(({ clientId }) => clientId);
  return fc.oneof(
    bentTokens(token).map((bent) => `Bearer ${bent}`),
    fc.constantFrom(
      `bearer ${token}`,
      `Bearer  ${token}`,
      `Bearer ${token} `,
      `Bearer`,
      token,
      `Token ${token}`,
    ),
    fc.constantFrom("Bearer ", "Digest username=a", "Negotiate", "", ",", `Bearer ${"a".repeat(5_000)}`),
    basicOf(context),
    hostileText.map((text) => basic(`${firstId}:${text}`)),
    hostileText.map((text) => basic(text)),
    fc.uint8Array({ maxLength: 30 }).map((bytes) => `Basic ${Buffer.from(bytes).toString("base64")}`),
    fc.constantFrom(
      "Basic",
      "Basic :",
      "Basic ====",
      "Basic Og==",
      "basic OjovLw==",
      "Basic %%%",
      "Basic YQ",
    ),
    hostileText.map((text) => `Bearer ${bytesOf(text)}`),
  );
}

function basic(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

/** The valid token with a part changed, left out or unsigned; one of them has long expired. */
function bentTokens(token: string): fc.Arbitrary<string> {
  const [header = "", claims = "", signature = ""] = token.split(".");
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const expired = encode({ ...JSON.parse(Buffer.from(claims, "base64url").toString()), exp: 1 });
  return fc.oneof(
    fc.constantFrom(
      `${encode({ alg: "none" })}.${claims}.`,
      `${encode({ alg: "HS256", kid: "../key" })}.${claims}.${signature}`,
      `${header}.${expired}.${signature}`,
      `${header}.${claims}`,
      `${header}..${signature}`,
      `${claims}.${header}.${signature}`,
      `${token}.${signature}`,
      "..",
    ),
    fc
      .tuple(fc.nat(token.length - 1), fc.constantFrom("A", "_", "-", ".", "="))
      .map(([at, letter]) => token.slice(0, at) + letter + token.slice(at + 1)),
  );
}

/** Keys that many requests share, so that some repeat with the same request, and more with another one. */
const sharedKeys = ["again", "and-again", "!", "~".repeat(255)];

function keysOf(operation: Operation): fc.Arbitrary<Headers> {
  const fresh = one("Idempotency-Key", fc.uuid());
  return mostly<Headers>(
    requiresKey(operation) ? fresh : none,
    one("Idempotency-Key", fc.constantFrom(...sharedKeys)),
    one(
      "idempotency-key",
      fc.oneof(fc.constantFrom("", " ", "a b", "~".repeat(256), "\xe9"), hostileText.map(bytesOf)),
    ),
    fc.tuple(fresh, fresh).map((twice) => twice.flat()),
    none,
  );
}

/** Accept and preference headers, in every spelling. */
const oddWeights = [
  "q=0",
  "q=0.001",
  "Q=1.000",
  "q=2",
  "q=",
  "q=-1",
  "q=1e3",
  "q",
  "level=1;q=0.5",
  '";"',
  ";",
];

function acceptsOf({ accept }: Operation): fc.Arbitrary<Headers> {
  if (accept === undefined) return none;
  const weighed = fc
    .tuple(
      fc.constantFrom(...oddWeights),
      fc.constantFrom("application/json", "*/*", "application/*;q=0.5", ""),
    )
    .map(([weight, other]) => `${accept};${weight}, ${other}`);
  return mostly(one("Accept", fc.constant(accept)), one("Accept", weighed), none);
}

const positionHeader = "Last-Event-ID";

/** Resume position of a stream client. */
function positionsOf({ accept, parameters }: Operation, { known }: CommandContext): fc.Arbitrary<Headers> {
  if (!parameters.some(({ name }) => name === positionHeader)) return none;
  const cursors = one(positionHeader, fc.constantFrom(...(known[positionHeader] ?? [""])));
  const odd = one(
    positionHeader,
    fc.oneof(fc.constantFrom("", " ", "0", "a".repeat(513)), hostileText.map(bytesOf)),
  );
  const twice = fc.tuple(cursors, cursors).map((both) => both.flat());
  return mostly(accept === undefined ? none : fc.oneof(none, cursors), odd, twice);
}

/** Failed sign-in attempts are counted by IP address, so requests use many, through a proxy. */
const callerAddresses: fc.Arbitrary<Headers> = mostly<Headers>(
  one("X-Forwarded-For", fc.ipV4()),
  one("X-Forwarded-For", fc.ipV6()),
  one(
    "X-Forwarded-For",
    fc.constantFrom("", ",", "unknown", "1.2.3.4, ::1", "::ffff:1.2.3.4", "999.1.1.1", "a".repeat(300)),
  ),
  one("X-Forwarded-For", hostileText.map(bytesOf)),
);

const spoiledHeaders: readonly Header[] = [
  ["Api-Version", "2.3.1"],
  ["Api-Version", "2.3.0"],
  ["Api-Version", ""],
  ["Api-Version", "2.3.1, 2.3.1"],
  ["X-Request-Id", "sane-1"],
  ["X-Request-Id", "a b\tc"],
  ["X-Request-Id", "a".repeat(200)],
  ["Accept", "application/xml"],
  ["Accept", "*/*;q=0, text/html;level=1"],
  ["Accept-Encoding", "br;q=1, identity;q=0"],
  ["Accept-Version", "99.x"],
  ["Origin", "null"],
  ["Access-Control-Request-Method", "DELETE"],
  ["X-Http-Method-Override", "DELETE"],
  ["X-Forwarded-Host", "elsewhere.example"],
  ["X-Forwarded-Proto", "gopher"],
  ["Forwarded", 'for="[::1]";proto=http'],
  ["If-None-Match", "*"],
  ["Range", "bytes=0-1"],
  ["Content-Encoding", "gzip"],
  ["Cookie", "a=b; __proto__=c"],
  ["Host", "elsewhere.example"],
  ["Host", ""],
  ["Expect", "100-continue"],
  ["Expect", "a miracle"],
  ["Upgrade", "websocket"],
  ["Trailer", "Authorization"],
  ["TE", "trailers, deflate;q=0.5"],
  ["X-Long", "a".repeat(20_000)],
  ["__proto__", "a"],
  ["constructor", "a"],
  ["bad name", "a"],
  ["", "a"],
];

const strangeHeaders: fc.Arbitrary<Headers> = mostly<Headers>(
  none,
  fc.array(fc.constantFrom(...spoiledHeaders), { minLength: 1, maxLength: 4 }),
  fc
    .constantFrom("X-Request-Id", "Api-Version", "Accept", "X-Odd")
    .chain((name) => one(name, hostileText.map(bytesOf))),
);
