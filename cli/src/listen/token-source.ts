import { CommandError } from "../failure.ts";
import { numberOf, parseJson, textOf } from "../json-fields.ts";
import type { Credentials } from "../profiles/credentials.ts";
import { brokenConnection, respondTo, textOfResponse } from "./http.ts";

/** Access tokens, each used until shortly before it expires. */
export interface TokenSource {
  get(): Promise<string>;
  /** Drops the cached token, which is no longer valid. */
  forget(): void;
}

interface TokenSourceOptions {
  readonly credentials: Pick<Credentials, "authUrl" | "clientId" | "clientSecret">;
  readonly scopes: readonly string[];
  readonly now: () => number;
  /** A signal for one request. */
  readonly patience: () => AbortSignal;
}

interface HeldToken {
  readonly token: string;
  readonly goodUntil: number;
}

const marginMs = 60_000;

export function createTokenSource({ credentials, scopes, now, patience }: TokenSourceOptions): TokenSource {
  let held: HeldToken | undefined;
  return {
    get: async () => {
      if (held === undefined || held.goodUntil <= now()) {
        held = await requestToken(credentials, { scopes, requestedAt: now(), signal: patience() });
      }
      return held.token;
    },
    forget: () => {
      held = undefined;
    },
  };
}

/** Client credentials grant (RFC 6749 §4.4), with the secret in the header (§2.3.1). */
async function requestToken(
  { authUrl, clientId, clientSecret }: TokenSourceOptions["credentials"],
  request: { readonly scopes: readonly string[]; readonly requestedAt: number; readonly signal: AbortSignal },
): Promise<HeldToken> {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const url = `${authUrl}/oauth2/token`;
  const response = await respondTo({
    url,
    headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` },
    form: { grant_type: "client_credentials", scope: request.scopes.join(" ") },
    signal: request.signal,
  });
  let body: unknown;
  try {
    body = parseJson(await textOfResponse(response));
  } catch (cause) {
    throw brokenConnection(cause, { url, signal: request.signal });
  }
  const token = textOf(body, "access_token");
  const lifeMs = (numberOf(body, "expires_in") ?? 0) * 1000;
  if (token === undefined) throw new CommandError(`${url} did not return an access token`);
  // For a short-lived token, use the first half of its lifetime.
  return { token, goodUntil: request.requestedAt + Math.max(lifeMs - marginMs, lifeMs / 2) };
}
