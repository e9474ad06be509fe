/** Input with which an operation succeeds in this context. */
export interface GoodRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** By operation id; missing parts are taken from the API document and from known values. */
export type GoodRequests = Readonly<Record<string, Partial<GoodRequest>>>;
