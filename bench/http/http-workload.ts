import { randomUUID } from "node:crypto";
import type { Workload } from "../measure.ts";
import { type BenchConnection, openConnection } from "./connection.ts";
import { noOpBody, noOpPaths, type Variant } from "./no-op-routes.ts";
import type { Stage } from "./stage.ts";

/** Callers over HTTP: each has its own connection and sends requests with new idempotency keys. */
export async function openHttpWorkload(stage: Stage, variant: Variant, callers: number): Promise<Workload> {
  const connections = await Promise.all(
    Array.from({ length: callers }, () => openConnection(stage.server.address)),
  );
  const newRequest = createRequestWriter(noOpPaths[variant], stage.token);
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
