import { randomBytes, randomUUID } from "node:crypto";
import type { Database } from "../../service/src/db/database.ts";
import { type Claim, insertClaims, type KeptRecord, keepAnswers } from "../../service/src/http/store.ts";
import { systemClock } from "../../service/src/kernel/instant.ts";
import { type BenchConnection, openConnection } from "./connection.ts";
import type { Workload } from "./measure.ts";
import { noOpBody, noOpPaths, type Way } from "./no-op-routes.ts";
import type { Stage } from "./stage.ts";

export interface OpenWorkload extends Workload {
  close(): void;
}

/** Callers over HTTP: each has a connection of its own and sends a request that nobody has sent before. */
export async function openHttpWorkload(stage: Stage, way: Way, callers: number): Promise<OpenWorkload> {
  const connections = await Promise.all(
    Array.from({ length: callers }, () => openConnection(stage.server.address)),
  );
  const newRequest = createRequestWriter(noOpPaths[way], stage.token);
  return {
    callers: connections.map((connection) => () => postOnce(connection, newRequest)),
    cpuMs: stage.server.cpuMs,
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}

async function postOnce(connection: BenchConnection, newRequest: () => string): Promise<number> {
  await connection.exchange(newRequest());
  return 1;
}

function createRequestWriter(path: string, token: string): () => string {
  const body = JSON.stringify(noOpBody);
  const start =
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\nidempotency-key: ${randomUUID()}-`;
  let sequence = 0;
  return () => {
    sequence += 1;
    return `${start}${sequence}\r\n\r\n${body}`;
  };
}

/**
 * The same statements in the same transactions on the same pool, without HTTP. Where requests are written together, a
 * batch of all callers is written at once, which is the best that gathering them could come to.
 */
export function openDriverWorkload(stage: Stage, way: Way, callers: number): OpenWorkload {
  const newClaim = createClaimMaker(stage);
  const write = (claims: readonly Claim[]) => writeClaims(stage.database, claims);
  const writeOne = (): Promise<number> => write([newClaim()]);
  const writeMany = (): Promise<number> => write(Array.from({ length: callers }, newClaim));
  return {
    callers: way === "write" ? Array.from({ length: callers }, () => writeOne) : [writeMany],
    cpuMs: async () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    close: () => {},
  };
}

function createClaimMaker({ client }: Stage): () => Claim {
  const prefix = randomUUID();
  const fingerprint = randomBytes(32);
  let sequence = 0;
  return () => {
    sequence += 1;
    return { ...client, key: `${prefix}-${sequence}`, fingerprint };
  };
}

const lockTimeoutMs = 10_000;
const keptBody = Buffer.from(JSON.stringify({ reference: noOpBody.reference }));

async function writeClaims(database: Database, claims: readonly Claim[]): Promise<number> {
  const [first] = claims;
  if (first === undefined) return 0;
  await database.transaction(
    async (tx) => {
      await insertClaims(tx, first.tenantId, claims, systemClock.now());
      await keepAnswers(tx, first.tenantId, claims.map(recordOf));
    },
    // As the service does: a single request says how long it waits for its key, a batch does not.
    claims.length === 1 ? { lockTimeoutMs } : {},
  );
  return claims.length;
}

function recordOf({ applicationId, key }: Claim): KeptRecord {
  return { applicationId, key, status: 201, headers: {}, body: keptBody, sealed: false };
}
