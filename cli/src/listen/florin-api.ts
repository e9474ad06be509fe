import { answerTo, brokenConnection, RefusedError, textOfAnswer } from "./answer.ts";
import type { Credentials } from "./credentials.ts";
import { parseJson } from "./json-fields.ts";
import { createTokenSource } from "./token-source.ts";

/** Florin's API, asked with a token that is always fresh. */
export interface FlorinApi {
  readonly url: string;
  json(path: string): Promise<unknown>;
  /** An answer whose body is still to be read; ends with the signal. */
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
  const ask = (path: string, { headers, signal: until }: OpenOptions, token: string): Promise<Response> => {
    const authorization = `Bearer ${token}`;
    return answerTo({ url: url + path, headers: { ...headers, authorization }, signal: until });
  };
  const open: FlorinApi["open"] = async (path, options) => {
    const token = await tokens.get();
    try {
      return await ask(path, options, token);
    } catch (error) {
      if (!(error instanceof RefusedError && error.status === unauthorized)) throw error;
      // It may have been revoked, or signed with a key that is gone. Another one is either good or refused for good.
      tokens.forget();
      return ask(path, options, await tokens.get());
    }
  };
  return {
    url,
    open,
    json: async (path) => {
      const until = patience();
      const response = await open(path, { headers: { accept: "application/json" }, signal: until });
      try {
        return parseJson(await textOfAnswer(response));
      } catch (cause) {
        throw brokenConnection(cause, { url, signal: until });
      }
    },
  };
}
