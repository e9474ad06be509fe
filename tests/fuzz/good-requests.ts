/** What an operation has to be given, in these surroundings, to be answered with success. */
export interface GoodRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** By the name of the operation; what is left out is taken from the API document and from what is known. */
export type GoodRequests = Readonly<Record<string, Partial<GoodRequest>>>;
