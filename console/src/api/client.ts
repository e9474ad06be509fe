import { type AnyInit, type Method, request } from "./request.ts";
import type { paths } from "./schema.d.ts";

export { ApiError, isCanceled } from "./api-error.ts";

/** Reads. `get("/console/api/…/accounts/{account_id}", { params: { path: { …workspace.params, account_id } } })` */
export async function get<Path extends PathsWith<"get">>(
  path: Path,
  ...[init]: InitArgument<paths[Path]["get"]>
): Promise<Answer<paths[Path]["get"]>> {
  return (await request("get", path, init)) as Answer<paths[Path]["get"]>;
}

/**
 * Changes something. With `idempotent: true` the request carries a key of its own, so that it cannot happen twice. A form
 * that may be sent again keeps a key itself and hands it in.
 */
export async function send<M extends Exclude<Method, "get">, Path extends PathsWith<M>>(
  method: M,
  path: Path,
  ...[init]: InitArgument<paths[Path][M], SendOptions>
): Promise<Answer<paths[Path][M]>> {
  return (await request(method, path, init as AnyInit)) as Answer<paths[Path][M]>;
}

interface SendOptions {
  readonly idempotent?: boolean;
  readonly idempotencyKey?: string;
  /** For what proves who one is: a 401 is then an answer, and not the end of the session. */
  readonly isProof?: boolean;
}

/** Reads a file, such as a document of an account. */
export async function download<Path extends PathsWith<"get">>(
  path: Path,
  ...[init]: InitArgument<paths[Path]["get"]>
): Promise<Blob> {
  return (await request("get", path, { ...init, parseAs: "blob" })) as Blob;
}

/** What a read of this path answers: `Answered<"/console/api/me">`. */
export type Answered<Path extends PathsWith<"get">> = Answer<paths[Path]["get"]>;

type PathsWith<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends { [Key in M]: { responses: unknown } } ? Path : never;
}[keyof paths];

/** What leaves every member out. */
type Nothing = Record<never, never>;

// The headers that the schema asks for are ours to send.
type InitArgument<Operation, More = unknown> =
  Nothing extends Init<Operation>
    ? [init?: Init<Operation> & Common & More]
    : [init: Init<Operation> & Common & More];

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

/** A filter that is not set is `undefined`, and then not sent. */
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

type Ok = 200 | 201 | 202 | 204;

type Answer<Operation> = Operation extends { responses: infer R }
  ? {
      [Status in keyof R & Ok]: R[Status] extends { content: { "application/json": infer Data } }
        ? Data
        : undefined;
    }[keyof R & Ok]
  : never;
