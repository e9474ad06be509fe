import { recordAccessChange } from "../src/access/index.ts";
import type { Database } from "../src/db/database.ts";
import { statement } from "../src/db/statement.ts";
import type { OpenApiDocument } from "../src/http/openapi.ts";
import { type AccountId, createIdFactory, tenantOf, type UserId } from "../src/kernel/id.ts";
import { type Clock, formatInstant, instantFromMs, systemClock } from "../src/kernel/instant.ts";
import { confirmationHeader } from "../src/users/confirmations/require-confirmation.ts";
import { replaceRecoveryCodes } from "../src/users/factors/replace-recovery-codes.ts";
import { insertMember } from "../src/users/members/store.ts";
import type { MemberRole, OperatorRole } from "../src/users/roles/role.ts";
import { consoleHeader } from "../src/users/sessions/identify-session-user.ts";
import { openSession } from "../src/users/sessions/open-session.ts";
import { secondFactorFreshMs } from "../src/users/sessions/session.ts";
import { createSessionCookie } from "../src/users/sessions/session-cookie.ts";
import { insertUser } from "../src/users/store.ts";
import { type ApiResponse, createRequest, type RequestOptions, type TestApi } from "./api.ts";
import { createAuditCheck } from "./audit-check.ts";
import { createResponseCheck, type SeenResponse } from "./response-validation.ts";
import { unaudited } from "./unaudited.ts";

/** A signed-in console user. */
export interface TestUser extends ConsoleClient {
  readonly userId: UserId;
  readonly email: string;
  /** As a browser sends it: `name=value`. */
  readonly cookie: string;
  /** A recovery code that was not taken before: the user's only second factor. */
  takeRecoveryCode(): string;
}

/** Sends requests as the console's pages do. Each response is checked against the console's document and audit log. */
export interface ConsoleClient {
  request(method: string, path: string, options?: RequestOptions): Promise<ApiResponse>;
  get(path: string): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  put(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  delete(path: string): Promise<ApiResponse>;
}

export interface UserOptions {
  readonly operatorRole?: OperatorRole;
  /** The managing account of the user. */
  readonly memberOf?: AccountId;
  readonly memberRole?: MemberRole;
  /** Whether the second factor is recent enough for sensitive actions; if so, the user also confirms every request. */
  readonly secondFactorAge?: "fresh" | "old";
  /** The instance passed to the API under test, if any. */
  readonly clock?: Clock;
  /** Undefined for a user who was invited at the server, two days ago. */
  readonly invitedBy?: UserId;
}

/** Long enough ago to approve. */
const invitedBeforeMs = 2 * 24 * 60 * 60_000;

type ConsoleApi = Pick<TestApi, "documents" | "baseUrl" | "database">;

/** A hash without a known password: users created here are signed in already. */
const noPasswordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const sessionClient = { userAgent: "test", clientAddress: "127.0.0.1" };

/** A user with a session, as if just signed in: an operator or a member, depending on the role. */
export async function createUser(api: ConsoleApi, options: UserOptions = {}): Promise<TestUser> {
  const clock = options.clock ?? systemClock;
  const newId = createIdFactory(clock);
  const userId = newId<"user">();
  const email = `${userId.toLowerCase()}@example.com`;
  const { token, codes } = await api.database.transaction(async (transaction) => {
    const tx = unaudited(transaction);
    const now = clock.now();
    const { operatorRole, memberOf, memberRole = "admin", secondFactorAge = "fresh" } = options;
    const user = { id: userId, email, name: "Test User", operatorRole, createdAt: now };
    await insertUser(tx, { ...user, passwordHash: noPasswordHash });
    if (memberOf !== undefined) {
      await insertMember(tx, { tenantId: tenantOf(memberOf), userId, role: memberRole, createdAt: now });
    }
    const secondFactorAt = secondFactorAge === "fresh" ? now : instantFromMs(now - secondFactorFreshMs);
    const invitedAt = { newId, clock: { now: () => instantFromMs(now - invitedBeforeMs) } };
    const { invitedBy } = options;
    const origin =
      invitedBy === undefined ? ({ type: "server" } as const) : { type: "user" as const, id: invitedBy };
    recordAccessChange(invitedAt, tx, userId, { kind: "invited", origin });
    const session = await openSession({ clock, newId }, tx, { userId, sessionClient, secondFactorAt });
    return { token: session.token, codes: await replaceRecoveryCodes(tx, userId) };
  });
  const cookie = cookieOf(token);
  const client = consoleClient(api, () => cookie);
  const confirming = options.secondFactorAge === "old" ? client : confirmingClient(api, client, clock);
  const unused = [...codes];
  return { userId, email, cookie, takeRecoveryCode: () => unused.pop() ?? "", ...confirming };
}

/** Repeats a request that needs a confirmation, as if the user had confirmed it. */
export function confirmingClient(
  { database }: ConsoleApi,
  client: RequestClient,
  clock: Clock,
): ConsoleClient {
  return withMethods(async (method, path, options = {}) => {
    const reply = await client.request(method, path, options);
    const id = reply.body?.confirmation?.id;
    if (reply.status !== 403 || id === undefined) return reply;
    await confirmInDatabase(database, id, clock);
    return client.request(method, path, {
      ...options,
      headers: { ...options.headers, [confirmationHeader]: id },
    });
  });
}

/** As if the user had confirmed the request. */
export async function confirmInDatabase(database: Database, id: string, clock: Clock): Promise<void> {
  await database.run(confirmOne, [id, formatInstant(clock.now())]);
}

const confirmOne = statement("UPDATE console_confirmations SET confirmed_at = $2::timestamptz WHERE id = $1");

/** A browser that keeps its cookies, and is not signed in at first. */
export function openBrowser(api: ConsoleApi): ConsoleClient & { readonly cookie: () => string | undefined } {
  const cookies = new Map<string, string>();
  const cookie = () => (cookies.size === 0 ? undefined : [...cookies.values()].join("; "));
  const client = consoleClient(api, cookie, (set) => {
    const [pair = ""] = set.split(";");
    const [name = ""] = pair.split("=");
    if (pair.endsWith("=")) cookies.delete(name);
    else cookies.set(name, pair);
  });
  return { ...client, cookie };
}

function consoleClient(
  { documents, baseUrl, database }: ConsoleApi,
  cookieNow: () => string | undefined,
  onCookie: (setCookie: string) => void = () => {},
): ConsoleClient {
  const check = checkOf(documents.console);
  const send = createRequest(baseUrl, check.shape);
  return withMethods(async (method, path, options = {}) => {
    const cookie = cookieNow();
    const reply = await send(method, path, {
      ...options,
      headers: { [consoleHeader]: "1", ...(cookie === undefined ? {} : { cookie }), ...options.headers },
    });
    for (const set of reply.headers.getSetCookie()) onCookie(set);
    const [pathOnly = path] = path.split("?");
    await check.audit(database, { ...reply, method, path: pathOnly });
    return reply;
  });
}

type RequestClient = Pick<ConsoleClient, "request">;

function withMethods(request: ConsoleClient["request"]): ConsoleClient {
  const withBody =
    (method: string) =>
    (path: string, body: unknown = {}, options: RequestOptions = {}) =>
      request(method, path, { ...options, body });
  return {
    request,
    get: (path) => request("GET", path),
    post: withBody("POST"),
    put: withBody("PUT"),
    patch: withBody("PATCH"),
    delete: (path) => request("DELETE", path),
  };
}

interface ConsoleCheck {
  readonly shape: (response: SeenResponse) => void;
  readonly audit: (database: Database, response: SeenResponse) => Promise<void>;
}

const checks = new WeakMap<object, ConsoleCheck>();

/** The document is large, so it is read once for all users of one API. */
function checkOf(consoleDocument: OpenApiDocument): ConsoleCheck {
  const known = checks.get(consoleDocument);
  if (known !== undefined) return known;
  const made: ConsoleCheck = {
    shape: createResponseCheck(consoleDocument),
    audit: async (database, response) => {
      if (response.method === "GET" || response.status >= 300) return;
      const { note, verify } = createAuditCheck(consoleDocument);
      note(response);
      await verify(database);
    },
  };
  checks.set(consoleDocument, made);
  return made;
}

function cookieOf(token: string): string {
  const [pair = ""] = createSessionCookie("http://127.0.0.1").write(token).split(";");
  return pair;
}
