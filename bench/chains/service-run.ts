import { randomUUID } from "node:crypto";
import { openConnection } from "../http/connection.ts";
import type { BenchService } from "./service.ts";
import type { StepTimes } from "./step-clock.ts";
import type { BenchTenant } from "./tenant.ts";
import { waitUntilDone } from "./work.ts";

export interface ServiceRun {
  /** Until the last transfer was settled. */
  readonly ms: number;
  /** Until the last one was accepted. */
  readonly acceptedMs: number;
  readonly steps: StepTimes;
}

const maxConnections = 64;

/** Submits all transfers at once and waits until each is final on the chain and posted in the ledger. */
export async function runService(
  service: BenchService,
  tenant: BenchTenant,
  count: number,
): Promise<ServiceRun> {
  const { hostname: host, port } = new URL(service.baseUrl);
  const connections = await Promise.all(
    Array.from({ length: Math.min(maxConnections, count) }, () =>
      openConnection({ host, port: Number(port) }),
    ),
  );
  const newRequest = createRequestWriter(service, tenant);
  try {
    let left = count;
    service.steps.reset();
    const startMs = performance.now();
    await Promise.all(
      connections.map(async (connection) => {
        while (left > 0) {
          left -= 1;
          await connection.exchange(newRequest());
        }
      }),
    );
    const acceptedMs = performance.now() - startMs;
    await waitUntilDone(service);
    return { ms: performance.now() - startMs, acceptedMs, steps: service.steps.read() };
  } finally {
    for (const connection of connections) connection.close();
  }
}

function createRequestWriter({ chain }: BenchService, tenant: BenchTenant): () => string {
  const { accountId, token, valueType, payer, payee } = tenant;
  const end = ({ addressId }: BenchTenant["payer"]) => {
    return { address_id: addressId, value_type: valueType, transfer_type: chain.key.chain };
  };
  const body = JSON.stringify({ amount: "0.01", source: end(payer), destination: end(payee) });
  const start =
    `POST /accounts/${accountId}/tokens/transfers HTTP/1.1\r\nhost: localhost\r\n` +
    `authorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
    `content-length: ${body.length}\r\nidempotency-key: ${randomUUID()}-`;
  let sequence = 0;
  return () => {
    sequence += 1;
    return `${start}${sequence}\r\n\r\n${body}`;
  };
}
