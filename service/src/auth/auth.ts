import { createRefusedAddresses } from "../audit/index.ts";
import type { Database } from "../db/database.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import type { VerifyToken } from "../http/principal.ts";
import type { Route } from "../http/route.ts";
import { systemCause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { NewId } from "../kernel/id.ts";
import type { Clock } from "../kernel/instant.ts";
import { type AttemptLimiter, createAttemptLimiter } from "./attempt-limiter.ts";
import { paths } from "./metadata.ts";
import { claimProof } from "./revocation-store.ts";
import { createRevocationWatch } from "./revocation-watch.ts";
import { rotateSigningKeyIfDue } from "./rotate-signing-key.ts";
import { authRoutes } from "./routes.ts";
import { loadOrCreateServiceKey } from "./service-keys.ts";
import { createSigningKeySet } from "./signing-key-set.ts";
import { createTokenVerifier } from "./token-verifier.ts";

export interface AuthDeps {
  readonly database: Database;
  /** Dedicated connections for the keys and revocations that every request relies on; defaults to `database`. */
  readonly lookout?: Database;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The auth_url: issuer of the tokens. */
  readonly issuer: string;
  /** The base_url: audience of the tokens. */
  readonly audience: string;
  /** A refresh failed; the next one follows automatically. */
  readonly onRefreshError: (error: unknown) => void;
  /** Limits failed attempts; by default on this node only. */
  readonly limiter?: AttemptLimiter;
}

/**
 * The token service of one node. It reads nothing before `start`, so its routes can be described without a database.
 */
export interface Auth {
  readonly routes: readonly Route[];
  readonly verifyToken: VerifyToken;
  /** Creates the first signing key if there is none, loads keys and revocations, and keeps them fresh. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const refreshEveryMs = 1_000;

export function createAuth(deps: AuthDeps): Auth {
  const { database, clock, newId } = deps;
  const parties = { issuer: deps.issuer.replace(/\/+$/, ""), audience: deps.audience };
  const refreshDeps = { ...deps, database: deps.lookout ?? database };
  const keys = createSigningKeySet(refreshDeps);
  const revocations = createRevocationWatch(refreshDeps);
  const refresh = async (): Promise<void> => {
    // One after the other, so that an idle node keeps one connection open for them and not two.
    await keys.refresh();
    await revocations.refresh();
  };
  const loop = createPollLoop({
    name: "auth.refresh",
    pollMs: refreshEveryMs,
    turn: async () => {
      await refresh();
      return "wait";
    },
    onError: deps.onRefreshError,
  });
  const recordRefusedAddress = createRefusedAddresses({ database, clock, newId });
  const routes = authRoutes({
    database,
    clock,
    newId,
    keys,
    revocations,
    parties,
    limiter: deps.limiter ?? createAttemptLimiter(clock, "clients"),
    pepper: cachedPepper(deps),
    audiences: [parties.issuer, parties.issuer + paths.token],
    tokenUrl: parties.issuer + paths.token,
    recordRefusedAddress,
  });
  return {
    routes,
    verifyToken: createTokenVerifier({
      keys,
      revocations,
      clock,
      parties,
      recordRefusedAddress,
      claimProof: (claims, proof) => claimProof(database, { ...claims, id: claims.applicationId }, proof),
    }),
    start: async () => {
      await database.transaction((tx) =>
        rotateSigningKeyIfDue(deps, tx, {
          maxAgeMs: Number.POSITIVE_INFINITY,
          cause: systemCause("startup"),
        }),
      );
      await refresh();
      loop.start();
    },
    stop: () => loop.stop(),
  };
}

/** The pepper never changes, so it is cached once loaded; a failed load is retried. */
function cachedPepper({ database, keyRing }: AuthDeps): () => Promise<Buffer> {
  let pepper: Buffer | undefined;
  return async () => {
    pepper ??= await loadOrCreateServiceKey(database, keyRing, "application-secret-pepper");
    return pepper;
  };
}
