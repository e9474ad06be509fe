import { ApiError, createFlorin } from "@florin/sdk";
import { CommandError } from "../failure.ts";
import { numberOf, parseJson, textOf } from "../json-fields.ts";
import { type ClientKeyFile, readClientKey } from "../profiles/client-key.ts";
import type { Credentials } from "../profiles/credentials.ts";
import { brokenConnection, RefusedError, respondTo, textOfResponse, UnavailableError } from "./http.ts";

/** Access tokens, each used until shortly before it expires. */
export interface TokenSource {
  get(): Promise<string>;
  /** Drops the cached token, which is no longer valid. */
  forget(): void;
}

interface TokenSourceOptions {
  readonly credentials: Pick<Credentials, "authUrl" | "clientId" | "clientSecret" | "key">;
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
        const { key } = credentials;
        const request = key === undefined ? requestToken : requestTokenBy(key);
        held = await request(credentials, { scopes, requestedAt: now(), signal: patience() });
      }
      return held.token;
    },
    forget: () => {
      held = undefined;
    },
  };
}

interface TokenRequest {
  readonly scopes: readonly string[];
  readonly requestedAt: number;
  readonly signal: AbortSignal;
}

/** With an assertion, signed by the SDK (RFC 7523). */
function requestTokenBy(key: ClientKeyFile): typeof requestToken {
  return async ({ authUrl, clientId }, { scopes, requestedAt, signal }) => {
    const credentials = await readClientKey(clientId, key);
    const florin = createFlorin({ network: "testnet", baseUrl: authUrl, credentials, maxRetries: 0 });
    try {
      const input = { grant_type: "client_credentials", scope: scopes.join(" ") } as const;
      const { access_token: token, expires_in: seconds } = await florin.authentication.requestToken(input, {
        signal,
      });
      return heldToken(token, seconds * 1000, requestedAt);
    } catch (error) {
      if (!(error instanceof ApiError)) throw brokenConnection(error, { url: authUrl, signal });
      const { status, code, message } = error;
      const isTemporary = status === tooManyRequests || status >= serverErrors;
      throw isTemporary
        ? new UnavailableError(message, { cause: error })
        : new RefusedError(message, { status, code });
    }
  };
}

const tooManyRequests = 429;
const serverErrors = 500;

/** Client credentials grant (RFC 6749 §4.4), with the secret in the header (§2.3.1). */
async function requestToken(
  { authUrl, clientId, clientSecret }: TokenSourceOptions["credentials"],
  request: TokenRequest,
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
  return heldToken(token, lifeMs, request.requestedAt);
}

/** For a short-lived token, use the first half of its lifetime. */
function heldToken(token: string, lifeMs: number, requestedAt: number): HeldToken {
  return { token, goodUntil: requestedAt + Math.max(lifeMs - marginMs, lifeMs / 2) };
}
