import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "../../service/src/db/database.ts";
import {
  awaitKey,
  type Claim,
  findResponses,
  lockFree,
  type StoredResponse,
  storeResponses,
} from "../../service/src/http/store.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { ownCpuMs, type Workload } from "../measure.ts";
import { noOpBody, type Variant } from "./no-op-routes.ts";
import type { Stage } from "./stage.ts";

/**
 * The same statements in the same transactions on the same kind of pool, without HTTP. With batching, all callers are
 * written as one batch, which is the best result that batching could reach.
 */
export function openDriverWorkload({ database, client }: Stage, variant: Variant, callers: number): Workload {
  const newClaim = createClaimMaker(client);
  const writeOne = (): Promise<number> => writeAlone(database, newClaim());
  const writeAll = (): Promise<number> => writeTogether(database, Array.from({ length: callers }, newClaim));
  return {
    callers: variant === "write" ? Array.from({ length: callers }, () => writeOne) : [writeAll],
    cpuMs: async () => ownCpuMs(),
    close: () => {},
  };
}

function createClaimMaker(client: Stage["client"]): () => Claim {
  const prefix = randomUUID();
  const fingerprint = randomBytes(32);
  let sequence = 0;
  return () => {
    sequence += 1;
    return { ...client, key: `${prefix}-${sequence}`, fingerprint };
  };
}

/** The service's default time limit for waiting on a key; a batch does not wait. */
const lockTimeoutMs = 10_000;

async function writeAlone(database: Database, claim: Claim): Promise<number> {
  await database.transaction(
    async (tx) => {
      await Promise.all([awaitKey(tx, claim), findResponses(tx, [claim])]);
      storeResponses(tx, [recordOf(claim)], systemClock.now());
    },
    { lockTimeoutMs },
  );
  return 1;
}

async function writeTogether(database: Database, claims: readonly Claim[]): Promise<number> {
  await database.transaction(async (tx) => {
    await Promise.all([lockFree(tx, claims), findResponses(tx, claims)]);
    storeResponses(tx, claims.map(recordOf), systemClock.now());
  });
  return claims.length;
}

const keptBody = Buffer.from(JSON.stringify({ reference: noOpBody.reference }));

function recordOf(claim: Claim): StoredResponse {
  return { claim, status: 201, headers: {}, body: keptBody, sealed: false };
}
