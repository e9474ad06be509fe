import { createHmac } from "node:crypto";
import { addMs } from "../../kernel/instant.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { digestToken, newToken } from "../sessions/session-token.ts";
import type { SealingDeps } from "../users-deps.ts";
import { type IdentityProvider, ProviderUnavailable, type Visit } from "./identity-provider.ts";
import type { SsoPolicy } from "./sso-policy.ts";
import { insertAttempt, type SsoAttempt } from "./store.ts";

export interface SsoDeps extends SealingDeps {
  readonly provider: IdentityProvider;
  readonly policy: SsoPolicy;
  /** A failure of the provider, for the log. */
  readonly onProviderError: (error: unknown) => void;
}

/** How long a user may take at the identity provider. */
const attemptMs = 10 * 60_000;

type VisitRequest = Pick<SsoAttempt, "purpose"> & Partial<Omit<SsoAttempt, "purpose" | "createdAt">>;

/** Sends a browser to the identity provider. The token is for its cookie. */
export async function beginVisit(
  deps: SsoDeps,
  request: VisitRequest,
): Promise<{ readonly url: string; readonly token: string }> {
  const token = newToken();
  const { purpose } = request;
  const url = await reaching(deps, () => deps.provider.authorizationUrl(visitOf(token, purpose)));
  const createdAt = deps.clock.now();
  const expiresAt = addMs(createdAt, attemptMs);
  await insertAttempt(deps.database, { ...request, tokenDigest: digestToken(token), createdAt, expiresAt });
  return { url, token };
}

/**
 * State, nonce and code verifier derive from the browser's token, so that a response is worth nothing in another browser
 * (login CSRF), and the database holds no secret of a visit. The console reads the purpose in front of the state.
 */
export function visitOf(token: string, purpose: SsoAttempt["purpose"]): Visit {
  const derive = (label: string) => createHmac("sha256", token).update(`sso ${label}`).digest("base64url");
  return {
    state: `${purpose}.${derive("state")}`,
    nonce: derive("nonce"),
    codeVerifier: derive("code verifier"),
    isFresh: purpose === "confirm",
  };
}

/** Turns a provider that does not work into a refusal. */
export async function reaching<T>({ policy, onProviderError }: SsoDeps, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    onProviderError(error);
    const detail = `${policy.name} cannot be reached; try again later`;
    throw new RefusalError(refuse("dependency_unavailable", detail), { cause: error });
  }
}
