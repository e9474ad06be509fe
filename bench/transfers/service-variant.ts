import { randomUUID } from "node:crypto";
import { openConnection } from "../http/connection.ts";
import type { BenchServer } from "../http/server.ts";
import { type BenchEnvironment, chain, type Payer, valueType } from "./environment.ts";
import { transferAmount } from "./load.ts";
import { inTurns, type Variant } from "./variant.ts";

/** Callers over HTTP, each with its own connection, that send requests with new idempotency keys. */
export function serviceVariant(
  server: Pick<BenchServer, "address" | "cpuMs">,
  env: BenchEnvironment,
  callerCounts: readonly number[],
): Variant {
  const tokens = new Map<string, string>();
  return {
    name: "service",
    callerCounts,
    open: async (load, callers) => {
      const payers = env.payers[load];
      for (const { credentials } of payers) {
        if (!tokens.has(credentials)) tokens.set(credentials, await fetchToken(server, credentials));
      }
      const connections = await Promise.all(
        Array.from({ length: callers }, () => openConnection(server.address)),
      );
      const newRequest = createRequestWriter(payers, tokens);
      return {
        callers: connections.map((connection) => async () => {
          await connection.exchange(newRequest());
          return 1;
        }),
        cpuMs: server.cpuMs,
        close: async () => {
          for (const connection of connections) connection.close();
        },
      };
    },
  };
}

async function fetchToken({ address }: Pick<BenchServer, "address">, credentials: string): Promise<string> {
  const response = await fetch(`http://${address.host}:${address.port}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = (await response.json()) as { readonly access_token: string };
  return access_token;
}

function createRequestWriter(payers: readonly Payer[], tokens: ReadonlyMap<string, string>): () => string {
  const prefix = randomUUID();
  const nextOf = inTurns(payers.map((payer) => requestOf(payer, tokens.get(payer.credentials) ?? "")));
  let sequence = 0;
  return () => {
    sequence += 1;
    const { start, body } = nextOf();
    return `${start}${prefix}-${sequence}\r\n\r\n${body}`;
  };
}

/** The whole request without its idempotency key. */
function requestOf(
  { accountId, sourceId, destinationId }: Payer,
  token: string,
): { readonly start: string; readonly body: string } {
  const end = (address_id: string) => ({ address_id, value_type: valueType, transfer_type: chain });
  const body = JSON.stringify({
    amount: { value: transferAmount, currency: "USD" },
    source: end(sourceId),
    destination: end(destinationId),
  });
  const start =
    `POST /accounts/${accountId}/transfers HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\nidempotency-key: `;
  return { start, body };
}
