import type { Static, TSchema } from "typebox";
import type { Transaction } from "../db/database.ts";
import type { ListEnd, ListQuery, Totals } from "../db/list-definition.ts";
import type { SharedFilterName, SharedFilters } from "../db/shared-filters.ts";
import { assert } from "../kernel/assert.ts";
import type { Actor, Cause } from "../kernel/cause.ts";
import type { Network } from "../kernel/id.ts";
import type { Page, PageRequest } from "../kernel/page.ts";
import type { Refusal, RefusalCode } from "../kernel/refusal.ts";
import type { PageOptions } from "./paging.ts";
import type { Principal, SessionUser } from "./principal.ts";
import type { Scope } from "./scopes.ts";
import type { Tail } from "./tail.ts";

/** One endpoint: its schema, guarantees and handler. The server, the validator and the OpenAPI document read it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters in braces, as in OpenAPI: `/accounts/{account_id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly access: Access;
  /** Its network, when it does not exist on both: for an application of the other network there is no such path. */
  readonly network?: Network;
  readonly query?: TSchema;
  readonly body?: RequestBody;
  readonly responses: Readonly<Record<number, ResponseShape>>;
  /** Refusal codes beyond those of every endpoint. */
  readonly refusals?: readonly RefusalCode[];
  readonly errorStyle?: "standard" | "oauth";
  /**
   * Whether a success changes something, for methods other than GET: yes, unless this says `none` (a pure computation,
   * such as a quote) or `perhaps` (there may be nothing left to do). Every change is recorded in the audit log.
   */
  readonly effect?: "none" | "perhaps";
  /** A probe is served under pressure too and is never rate limited. */
  readonly isProbe?: boolean;
  readonly work: Work;
  /** How a list is read. */
  readonly list?: RouteList;
}

/** `public`, or a bearer token with the scope (any scope when undefined), or a console user with the permission. */
export type Access = "public" | { readonly scope: Scope | undefined } | ConsoleAccess;

export interface ConsoleAccess {
  /** The permission the user needs; `users/` checks it. */
  readonly permission: string;
  /** The user must have verified the second factor recently. */
  readonly isSensitive?: boolean;
  /** The user confirms this very request with the second factor, by a summary of it: on both networks or on mainnet. */
  readonly confirmation?: "always" | "mainnet";
}

/** A section of the reference. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface RequestBody {
  readonly schema: TSchema;
  readonly mediaType?: "application/json" | "application/x-www-form-urlencoded";
  readonly example?: unknown;
  /** A missing body means an empty object. */
  readonly isOptional?: boolean;
  /** A file comes with the members of the schema: in a form as `multipart/form-data`, or in JSON as base64. */
  readonly file?: FilePart;
}

/** The file of an upload, sent either way. */
export interface FilePart {
  readonly description: string;
  readonly contentTypes: readonly string[];
  readonly maxBytes: number;
  /** A small one, for the OpenAPI document. */
  readonly example: Buffer;
}

/** The part of a form that holds the file; its declared name and type are untrusted and ignored. */
export const filePartName = "file";
/** The member of a JSON body that holds the same bytes in base64, and the one for the file name, which is ignored. */
export const fileMemberName = "content";
export const fileNameMemberName = "file_name";

export interface ResponseShape {
  readonly description: string;
  readonly schema?: TSchema;
  readonly mediaType?: string;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same as server-sent events, where the handler can be followed. */
  readonly stream?: StreamShape;
}

export interface StreamShape {
  readonly description: string;
  /** Schema of the JSON in each event's `data`. */
  readonly data: TSchema;
  readonly example: string;
}

/** How an endpoint works: read, write in one transaction, batch, upload a file, or run a command. */
export type Work = ReadWork | WriteWork | BatchWork | UploadWork | CommandWork;

export interface ReadWork {
  readonly kind: "read";
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** The same as a live stream, for clients that accept `text/event-stream`. A refusal it throws becomes a response. */
  follow?(request: ApiRequest): Promise<Tail>;
}

export interface WriteWork {
  readonly kind: "write";
  readonly idempotencyKey: "required" | "honoured";
  /** The response holds a secret that is shown once: the copy stored for replays is sealed. */
  readonly sealsResponse?: boolean;
  /**
   * Calls external systems, with no transaction open. Its refusals apply once the key is known to be new, so that an
   * idempotent replay does not depend on external systems.
   */
  inquire?(request: ApiRequest): Promise<Refusal | undefined>;
  handle(tx: Transaction, request: ApiRequest): Promise<ApiResponse>;
}

/** Runs use cases that open their own transactions, such as operator commands. */
export interface CommandWork {
  readonly kind: "command";
  handle(request: ApiRequest): Promise<ApiResponse>;
}

/** Concurrent requests of one tenant in one network are written by set-based statements, each with its own outcome. */
export interface BatchWork {
  readonly kind: "batch";
  /** As of a write: calls external systems for one request, before it joins a batch. */
  inquire?(request: ApiRequest): Promise<Refusal | undefined>;
  /** A step before the work, which takes requests out of the batch. */
  readonly gate?: BatchGate;
  /** A refused request must have written nothing; the results are in the order of the requests. */
  readonly handle: HandleBatch;
}

export type HandleBatch = (
  tx: Transaction,
  scope: BatchScope,
  requests: readonly ApiRequest[],
) => Promise<readonly (ApiResponse | Refusal)[]>;

/** Sent together with the lock of the batch's idempotency keys. Undefined lets all requests pass. */
export type BatchGate = (tx: Transaction, scope: BatchScope) => Promise<Gatekeeper | undefined>;

export interface Gatekeeper {
  /** The results of the requests that do not pass, in order; undefined for the others. */
  stop(requests: readonly ApiRequest[]): Promise<readonly (ApiResponse | Refusal | undefined)[]>;
  /** Called for a request that is refused, here or by the work: takes back what was written for it. */
  release(request: ApiRequest): Promise<void>;
}

/** What the requests of a batch have in common. */
export type BatchScope = Pick<Principal, "tenantId" | "network">;

/** A file is received first, outside of any transaction; then its effect is written in one, as usual. */
export interface UploadWork {
  readonly kind: "upload";
  readonly idempotencyKey: "required" | "honoured";
  /** Called before the body is read: throws refusals that don't depend on it. */
  admit(request: ApiRequest): Promise<void>;
  /** Stores the bytes as they arrive; the fields of the request may come after them. */
  receive(request: ApiRequest, file: IncomingFile): Promise<ReceivedFile>;
}

export interface IncomingFile {
  readonly bytes: AsyncIterable<Buffer>;
  /** Pointer to the file in the request. */
  readonly pointer: string;
}

/** A received file; it is discarded unless it is kept. */
export interface ReceivedFile {
  /** Hash of the bytes: requests with the same key and different bytes are not the same. */
  readonly digest: Buffer;
  /** Writes the effect, with the request's fields in its body. May be called twice, when a transaction is retried. */
  keep(tx: Transaction, request: ApiRequest): Promise<ApiResponse>;
  /** The request failed. Never throws: a file that cannot be removed now is removed later. */
  discard(): Promise<void>;
}

/** Such as `GET /accounts`. */
export type Endpoint = `${Route["method"]} ${string}`;

/** A route without the nesting of its general form: it has one response, and its request has the types of its schemas. */
export interface RouteSpec<Body extends TSchema, Query extends TSchema>
  extends Omit<Route, "method" | "path" | "body" | "query" | "responses" | "work" | "list"> {
  readonly body?: RequestBody & { readonly schema: Body };
  readonly query?: Query;
  /** The response of a success; its status is 200 unless it says otherwise. */
  readonly response: ResponseShape & { readonly status?: number };
  /** The response with status 200 of an endpoint that creates something, if it exists already. */
  readonly existing?: ResponseShape;
}

/** A request whose body and query were validated. */
export interface TypedRequest<Body extends TSchema, Query extends TSchema> extends ApiRequest {
  readonly body: Static<Body>;
  readonly query: Static<Query>;
}

interface ReadSpec<Body extends TSchema, Query extends TSchema> extends RouteSpec<Body, Query> {
  handle(request: TypedRequest<Body, Query>): Promise<ApiResponse>;
  follow?(request: TypedRequest<Body, Query>): Promise<Tail>;
}

/** An endpoint that reads: `readRoute("GET /accounts", { … })`. */
export function readRoute<Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  { handle, follow, ...rest }: ReadSpec<Body, Query>,
): Route {
  return routeOf(endpoint, rest, { kind: "read", handle, ...(follow === undefined ? {} : { follow }) });
}

interface WriteSpec<Body extends TSchema, Query extends TSchema>
  extends RouteSpec<Body, Query>,
    Pick<WriteWork, "sealsResponse"> {
  /** A key is honoured unless it is required. */
  readonly idempotencyKey?: "required";
  inquire?(request: TypedRequest<Body, Query>): Promise<Refusal | undefined>;
  handle(tx: Transaction, request: TypedRequest<Body, Query>): Promise<ApiResponse>;
}

/** An endpoint that writes in one transaction. */
export function writeRoute<Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  spec: WriteSpec<Body, Query>,
): Route {
  const { idempotencyKey = "honoured", sealsResponse = false, inquire, handle, ...rest } = spec;
  const work: WriteWork = { kind: "write", idempotencyKey, sealsResponse, handle };
  return routeOf(endpoint, rest, inquire === undefined ? work : { ...work, inquire });
}

interface CommandSpec<Body extends TSchema, Query extends TSchema> extends RouteSpec<Body, Query> {
  handle(request: TypedRequest<Body, Query>): Promise<ApiResponse>;
}

/** An endpoint that runs a use case with transactions of its own. */
export function commandRoute<Body extends TSchema, Query extends TSchema>(
  endpoint: Endpoint,
  { handle, ...rest }: CommandSpec<Body, Query>,
): Route {
  return routeOf(endpoint, rest, { kind: "command", handle });
}

function routeOf(
  endpoint: Endpoint,
  { response: { status = 200, ...shape }, existing, ...rest }: RouteSpec<TSchema, TSchema>,
  work: Work,
): Route {
  const [method, path] = endpoint.split(" ") as [Route["method"], string];
  return { ...rest, method, path, responses: { ...(existing && { 200: existing }), [status]: shape }, work };
}

/** A request that has passed the guard and the validator. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly principal: Principal | undefined;
  /** The signed-in console user. */
  readonly sessionUser: SessionUser | undefined;
  readonly requestId: string;
  readonly clientAddress: string;
  /** Other users have approved it, as the approval rules demand. */
  readonly isApproved?: boolean;
  /** The page that the query requests; a cursor of another list or other filters is refused. */
  page(options?: PageOptions): PageRequest;
}

export interface ApiResponse {
  readonly status: number;
  /** Sent as JSON; text or bytes with their own media type are sent unchanged; undefined sends no body. */
  readonly body?: unknown;
  /** Sent instead of a body, piece by piece, as fast as the client reads. For reads only. */
  readonly pieces?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The copy that is stored for replays is sealed, whatever the route says. */
  readonly isSealed?: boolean;
}

/** A response as the bytes on the wire, so that an idempotent replay is identical byte for byte. */
export interface WireReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
  readonly pieces?: AsyncIterable<string> | undefined;
  readonly isSealed?: boolean | undefined;
  readonly replayed: boolean;
}

export function serialize({ status, body, pieces, headers = {}, isSealed }: ApiResponse): WireReply {
  const isReady =
    headers["content-type"] !== undefined && (typeof body === "string" || Buffer.isBuffer(body));
  return { status, headers, body: isReady ? body : JSON.stringify(body), pieces, isSealed, replayed: false };
}

export type ListRead = ListQuery<{ readonly page: PageRequest }>;

export interface ListPage<Row> extends Page<Row> {
  /** False if rows are missing, although there is no further page. */
  readonly isComplete?: boolean;
  readonly stoppedAt?: string | undefined;
}

/** What the console offers for a list besides its pages. */
export interface ListFeatures<Call> {
  /** Beginning of the name of its file, and the name of its saved views; without it, there is no file and no count. */
  readonly name?: string;
  /** A list without a name has an order, too. */
  readonly isOrdered?: boolean;
  /** The parameter whose values are counted each. */
  readonly status?: string;
  /** Of an item as it is presented, for a list that is not counted in the database. */
  readonly statusOf?: (item: never) => string;
  readonly amountOf?: (item: never) => readonly [value: string, currency: string];
  readonly file?: Partial<Pick<Route, "operationId" | "summary">> & {
    readonly content?: string;
    readonly nameOf?: (request: ApiRequest) => string;
    readonly columns?: readonly string[];
    /** The cells of an item as it is presented. */
    readonly cells?: (item: never) => readonly string[];
  };
  readonly counts?: Partial<Pick<Route, "operationId" | "summary" | "description">> & {
    readonly limit?: (request: Call) => number | Promise<number>;
    /** Statuses whose amounts did not move, or moved back: they are part of no sum but their own. */
    readonly unmoved?: readonly string[];
  };
}

/** For those who make more endpoints of a list. */
export interface RouteList extends Omit<ListFeatures<ApiRequest>, "isOrdered"> {
  /** The default order; undefined for a list with one order. */
  readonly first?: ListEnd | undefined;
  /** Filters with a parameter that the list does not have itself. */
  readonly shared?: readonly SharedFilterName[] | undefined;
  respond(request: ApiRequest, how: ListRead): Promise<ApiResponse>;
  /** The items as they are presented. */
  present(request: ApiRequest, how: ListRead): Promise<ListPage<unknown>>;
  totals?(request: ApiRequest, how: SharedFilters, limit: number): Promise<Totals>;
}

/** Guarded endpoints have a principal; calling this in a public one is a bug. */
export function principalOf(request: ApiRequest): Principal {
  assert(request.principal !== undefined, "this endpoint is public: it has no principal");
  return request.principal;
}

/** The actor of the changes this request makes. */
export function causeOf(request: ApiRequest): Cause {
  const { sessionUser, requestId } = request;
  const actor: Actor =
    sessionUser === undefined ? principalOf(request).caller : { type: "user", id: sessionUser.userId };
  return { actor, requestId };
}

/** Console endpoints have a signed-in user; calling this in another endpoint is a bug. */
export function sessionUserOf(request: ApiRequest): SessionUser {
  assert(request.sessionUser !== undefined, "this is not a console endpoint");
  return request.sessionUser;
}

/** The account in the path, and the caller that acts on it. */
export function accountCallOf(request: ApiRequest) {
  return { principal: principalOf(request), cause: causeOf(request), accountId: accountIn(request) };
}

export function accountIn({ params }: ApiRequest): string {
  return params["account_id"] ?? "";
}

/** The validated parts of a request, with the types of their schemas. */
export function bodyOf<Schema extends TSchema>(_schema: Schema, request: ApiRequest): Static<Schema> {
  return request.body as Static<Schema>;
}

export function queryOf<Schema extends TSchema>(_schema: Schema, request: ApiRequest): Static<Schema> {
  return request.query as Static<Schema>;
}
