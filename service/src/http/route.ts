import type { Static, TSchema } from "typebox";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Actor, Cause } from "../kernel/cause.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { Refusal, RefusalCode } from "../kernel/refusal.ts";
import type { PageOptions, PageRequest } from "./paging.ts";
import type { Principal, Visitor } from "./principal.ts";
import type { Scope } from "./scopes.ts";

/** One endpoint: its shape, its promises and its work. The server, the validator and the API document all read it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With parameters in braces, as in the API document: `/accounts/{account_id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly access: Access;
  /** Where it is, when it is not in both: for an application of the other network there is no such path. */
  readonly network?: Network;
  readonly query?: TSchema;
  readonly body?: RequestBody;
  readonly answers: Readonly<Record<number, AnswerShape>>;
  /** What this endpoint refuses beyond what every endpoint refuses. */
  readonly refusals?: readonly RefusalCode[];
  readonly errorStyle?: "standard" | "oauth";
  /**
   * What a success changes, for methods other than GET: something, unless this says `none` (a pure computation, such as
   * a quote) or `perhaps` (there may be nothing left to do). What changes something records it in the audit log.
   */
  readonly effect?: "none" | "perhaps";
  /** A probe is answered also under pressure and is never rate limited. */
  readonly isProbe?: boolean;
  readonly work: Work;
}

/** `public`, or a bearer token with the scope, or with any scope when it is undefined, or a person at the console. */
export type Access = "public" | { readonly scope: Scope | undefined } | ConsoleAccess;

export interface ConsoleAccess {
  /** What a person must be allowed to do; `people/` knows who is. */
  readonly permission: string;
  /** The person must have shown the second factor lately. */
  readonly isSensitive?: boolean;
}

/** A chapter of the reference. */
export interface Tag {
  readonly name: string;
  readonly description: string;
}

export interface RequestBody {
  readonly schema: TSchema;
  readonly mediaType?: "application/json" | "application/x-www-form-urlencoded";
  readonly example?: unknown;
  /** Whoever sends none means an empty object. */
  readonly isOptional?: boolean;
  /** A file comes with the members of the schema: in a form as `multipart/form-data`, or in JSON as base64. */
  readonly file?: FilePart;
}

/** The file that an upload brings, by either of its two ways. */
export interface FilePart {
  readonly description: string;
  readonly contentTypes: readonly string[];
  readonly maxBytes: number;
  /** A small one, for the API document. */
  readonly example: Buffer;
}

/** The part of a form that holds the file; its name and type are only claims, and are not looked at. */
export const filePartName = "file";
/** The member of a JSON body that holds the same bytes in base64, and the one for the name, which is not looked at. */
export const fileMemberName = "content";
export const fileNameMemberName = "file_name";

export interface AnswerShape {
  readonly description: string;
  readonly schema?: TSchema;
  readonly mediaType?: string;
  readonly example?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The same as server-sent events, where the work can be followed. */
  readonly stream?: StreamShape;
}

export interface StreamShape {
  readonly description: string;
  /** Of the JSON in each event's `data`. */
  readonly data: TSchema;
  readonly example: string;
}

/** How an endpoint works: reading, writing in one transaction, together with its neighbours, with a file, or as it likes. */
export type Work = ReadWork | WriteWork | BatchWork | UploadWork | CommandWork;

export interface ReadWork {
  readonly kind: "read";
  handle(request: ApiRequest): Promise<Answer>;
  /** The same as it happens, for whoever accepts `text/event-stream`. What it throws is an answer like any other. */
  follow?(request: ApiRequest): Promise<Tail>;
}

/** Something that goes on. The HTTP layer reads from it as fast as the client does. */
export interface Tail {
  /** Where it stands: what is sent here as `Last-Event-ID` goes on exactly behind what has been read. */
  cursor(): string;
  /** Goes on, by a page at most. When it fails, it stands where it stood. */
  read(): Promise<TailPage>;
  /** Calls back whenever there may be more; it must look by itself now and then. Answers how to end that. */
  listen(wake: () => void): () => Promise<void>;
}

export interface TailPage {
  readonly entries: readonly StreamEntry[];
  /** Whether it is worth reading on at once. */
  readonly hasMore: boolean;
}

export interface StreamEntry {
  readonly cursor: string;
  readonly type: string;
  /** Sent as JSON. */
  readonly data: unknown;
}

export interface WriteWork {
  readonly kind: "write";
  readonly idempotencyKey: "required" | "honoured";
  /** The answer holds a secret that is shown once: what is kept for replays is sealed. */
  readonly sealsAnswer?: boolean;
  /**
   * Asks the world outside, with no transaction open. What it refuses is refused once the key is known to be new, so
   * that a replay does not depend on the world.
   */
  inquire?(request: ApiRequest): Promise<Refusal | undefined>;
  handle(tx: Transaction, request: ApiRequest): Promise<Answer>;
}

/** Runs use cases that open their transactions themselves, as the commands of an operator do. */
export interface CommandWork {
  readonly kind: "command";
  handle(request: ApiRequest): Promise<Answer>;
}

/** Concurrent requests of one tenant are written by one set-based statement, each with its own outcome. */
export interface BatchWork {
  readonly kind: "batch";
  /** A refused request must have written nothing; the answers stand in the order of the requests. */
  handle(
    tx: Transaction,
    tenantId: TenantId,
    requests: readonly ApiRequest[],
  ): Promise<readonly (Answer | Refusal)[]>;
}

/** A file is received first, outside of any transaction; then its effect is written in one, like any other. */
export interface UploadWork {
  readonly kind: "upload";
  readonly idempotencyKey: "required" | "honoured";
  /** Before any of the body is read: throws what can be refused without it. */
  admit(request: ApiRequest): Promise<void>;
  /** Takes the bytes somewhere as they come; the fields of the request may come after them. */
  receive(request: ApiRequest, file: IncomingFile): Promise<ReceivedFile>;
}

export interface IncomingFile {
  readonly bytes: AsyncIterable<Buffer>;
  /** Where the file stands in the request. */
  readonly pointer: string;
}

/** A file that has arrived; it stays only if it is kept. */
export interface ReceivedFile {
  /** A hash of the bytes: requests with one key and other bytes are not the same. */
  readonly digest: Buffer;
  /** The effect, with the fields of the request in its body. May be asked twice, when a transaction is run again. */
  keep(tx: Transaction, request: ApiRequest): Promise<Answer>;
  /** Nothing came of the request. Never throws: what cannot be removed now is removed later. */
  discard(): Promise<void>;
}

/** A request that has passed the guard and the validator. */
export interface ApiRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly principal: Principal | undefined;
  /** Whoever is at the console. */
  readonly visitor: Visitor | undefined;
  readonly requestId: string;
  readonly clientAddress: string;
  /** The page that the query asks for; a cursor of another list or other filters is refused. */
  page(options?: PageOptions): PageRequest;
}

export interface Answer {
  readonly status: number;
  /** Sent as JSON; text or bytes with a media type of their own are sent as they are; undefined sends no body. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Endpoints behind the guard have somebody asking; asking here on a public one is a bug. */
export function principalOf(request: ApiRequest): Principal {
  assert(request.principal !== undefined, "this endpoint is public: nobody is signed in");
  return request.principal;
}

/** Who changes something through this request. */
export function causeOf(request: ApiRequest): Cause {
  const { visitor, requestId } = request;
  const actor: Actor =
    visitor === undefined ? principalOf(request).caller : { type: "person", id: visitor.personId };
  return { actor, requestId };
}

/** Endpoints of the console have somebody there; asking here on another is a bug. */
export function visitorOf(request: ApiRequest): Visitor {
  assert(request.visitor !== undefined, "this endpoint is not of the console");
  return request.visitor;
}

/** The validated parts of a request, with the types of their schemas. */
export function bodyOf<Schema extends TSchema>(_schema: Schema, request: ApiRequest): Static<Schema> {
  return request.body as Static<Schema>;
}

export function queryOf<Schema extends TSchema>(_schema: Schema, request: ApiRequest): Static<Schema> {
  return request.query as Static<Schema>;
}
