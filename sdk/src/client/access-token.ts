import { fromBase64Url } from "../bytes.ts";
import type { Clock } from "../system-clock.ts";
import { NetworkMismatchError } from "./errors.ts";
import type { Network } from "./options.ts";

/** Gets a new access token. */
export type FetchToken = () => Promise<string>;

export interface AccessTokens {
  /** The current token; a new one if there is none or if it is about to expire. */
  get(): Promise<string>;
  /** The service rejected this token. */
  discard(token: string): void;
}

interface CachedToken {
  readonly token: string;
  readonly refreshAtMs: number;
}

/** A token is replaced this long before it expires. */
const marginMs = 60_000;

/** Concurrent calls share one token and one request for it. */
export function createAccessTokens(fetchToken: FetchToken, network: Network, clock: Clock): AccessTokens {
  let current: CachedToken | undefined;
  let loading: Promise<CachedToken> | undefined;

  const load = async (): Promise<CachedToken> => {
    const token = await fetchToken();
    const { network: actual, iat, exp } = claimsOf(token);
    if (actual !== network) throw new NetworkMismatchError(network, actual);
    // By its lifetime: the clocks of the two sides may differ.
    current = { token, refreshAtMs: clock.now() + (Number(exp) - Number(iat)) * 1000 - marginMs };
    return current;
  };

  const renew = (): Promise<CachedToken> => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    return loading;
  };

  return {
    get: async () => {
      if (current !== undefined && clock.now() < current.refreshAtMs) return current.token;
      return (await renew()).token;
    },
    discard: (token) => {
      if (current?.token === token) current = undefined;
    },
  };
}

/** The claims are read, not verified: the service verifies its own tokens. */
function claimsOf(token: string): Readonly<Record<string, unknown>> {
  const bytes = fromBase64Url(token.split(".")[1] ?? "");
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}
