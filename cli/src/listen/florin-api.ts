import { parseJson } from "../json-fields.ts";
import type { Credentials } from "../profiles/credentials.ts";
import { brokenConnection, RefusedError, respondTo, textOfResponse } from "./http.ts";
import { createTokenSource } from "./token-source.ts";

/** Client of Florin's API that keeps its access token fresh. */
export interface FlorinApi {
  readonly url: string;
  json(path: string): Promise<unknown>;
  /** Returns a response whose body is not read yet; aborted by the signal. */
  open(path: string, options: OpenOptions): Promise<Response>;
}

interface OpenOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

interface FlorinApiOptions {
  readonly credentials: Credentials;
  readonly scopes: readonly string[];
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const timeoutMs = 20_000;
const unauthorized = 401;

export function createFlorinApi({ credentials, scopes, now, signal }: FlorinApiOptions): FlorinApi {
  const patience = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const tokens = createTokenSource({ credentials, scopes, now, patience });
  const url = credentials.apiUrl;
  const request = (
    path: string,
    { headers, signal: until }: OpenOptions,
    token: string,
  ): Promise<Response> => {
    const authorization = `Bearer ${token}`;
    return respondTo({ url: url + path, headers: { ...headers, authorization }, signal: until });
  };
  const open: FlorinApi["open"] = async (path, options) => {
    const token = await tokens.get();
    try {
      return await request(path, options, token);
    } catch (error) {
      if (!(error instanceof RefusedError && error.status === unauthorized)) throw error;
      // The token may be revoked, or its signing key retired. Retry once with a new one; its result is final.
      tokens.forget();
      return request(path, options, await tokens.get());
    }
  };
  return {
    url,
    open,
    json: async (path) => {
      const until = patience();
      const response = await open(path, { headers: { accept: "application/json" }, signal: until });
      try {
        return parseJson(await textOfResponse(response));
      } catch (cause) {
        throw brokenConnection(cause, { url, signal: until });
      }
    },
  };
}
