import { type AnyInit, type Method, request } from "./request.ts";
import type { paths } from "./schema.d.ts";

export { ApiError, approvalPageOf, isCanceled } from "./api-error.ts";

/** Reads a resource: `get("/console/api/…/accounts/{account_id}", { params: { path: { …params, account_id } } })` */
export async function get<Path extends PathsWith<"get">>(
  path: Path,
  ...[init]: InitArgument<paths[Path]["get"]>
): Promise<ApiResponse<paths[Path]["get"]>> {
  return (await request("get", path, init)) as ApiResponse<paths[Path]["get"]>;
}

/**
 * Sends a change. `idempotent: true` adds a new idempotency key. A form that can be submitted again keeps its own key and
 * passes it as `idempotencyKey`.
 */
export async function send<M extends Exclude<Method, "get">, Path extends PathsWith<M>>(
  method: M,
  path: Path,
  ...[init]: InitArgument<paths[Path][M], SendOptions>
): Promise<ApiResponse<paths[Path][M]>> {
  return (await request(method, path, init as AnyInit)) as ApiResponse<paths[Path][M]>;
}

interface SendOptions {
  readonly idempotent?: boolean;
  readonly idempotencyKey?: string;
  /** For requests that prove the user's identity: a 401 is a wrong credential, not the end of the session. */
  readonly isProof?: boolean;
}

/** Downloads a file, such as a document of an account. */
export async function download<Path extends PathsWith<"get">>(
  path: Path,
  ...[init]: InitArgument<paths[Path]["get"]>
): Promise<Blob> {
  return (await request("get", path, { ...init, parseAs: "blob" })) as Blob;
}

/** Response type of a GET on this path: `ResponseBody<"/console/api/me">`. */
export type ResponseBody<Path extends PathsWith<"get">> = ApiResponse<paths[Path]["get"]>;

type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [Key in M]: { responses: unknown } } ? Path : never;
}[keyof paths];

/** A type without required members extends this. */
type Nothing = Record<never, never>;

// The client sets the headers that the schema requires.
type InitArgument<Operation, Extra = unknown> =
  Nothing extends Init<Operation>
    ? [init?: Init<Operation> & Common & Extra]
    : [init: Init<Operation> & Common & Extra];

interface Common {
  readonly signal?: AbortSignal;
}

type Init<Operation> = ParamsOf<Operation> & BodyOf<Operation>;

type ParamsOf<Operation> =
  Nothing extends Params<Operation>
    ? { readonly params?: Params<Operation> }
    : { readonly params: Params<Operation> };

type Params<Operation> = PathOf<Operation> & QueryOf<Operation>;

type PathOf<Operation> = Operation extends { parameters: { path: infer P } } ? { readonly path: P } : unknown;

type QueryOf<Operation> = Operation extends { parameters: { query: infer Q } }
  ? { readonly query: Undefinable<Q> }
  : Operation extends { parameters: { query?: infer Q } }
    ? { readonly query?: Undefinable<Q> }
    : unknown;

/** Unset filters are `undefined` and are not sent. */
type Undefinable<Query> = { readonly [Name in keyof Query]: Query[Name] | undefined };

type BodyOf<Operation> = Operation extends { requestBody: { content: { "application/json": infer B } } }
  ? { readonly body: B }
  : Operation extends { requestBody?: infer R }
    ? [NonNullable<R>] extends [never]
      ? unknown
      : NonNullable<R> extends { content: { "application/json": infer B } }
        ? { readonly body?: B }
        : unknown
    : unknown;

/** Of an operation that can wait for approvals, 202 is thrown as an error: see `request.ts`. */
type Ok<Responses> = 200 | 201 | 204 extends infer Usual
  ? keyof Responses & Usual extends never
    ? 202
    : Usual
  : never;

type ApiResponse<Operation> = Operation extends { responses: infer R }
  ? {
      [Status in keyof R & Ok<R>]: R[Status] extends { content: { "application/json": infer Data } }
        ? Data
        : undefined;
    }[keyof R & Ok<R>]
  : never;
