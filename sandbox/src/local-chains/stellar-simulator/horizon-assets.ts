import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isAuthorized } from "./asset-operations.ts";
import type { LedgerChain } from "./ledger-chain.ts";
import { doubleName } from "./rpc-methods.ts";

/** The one Horizon endpoint without a counterpart in Stellar RPC: the outstanding supply of an asset. */
export interface HorizonDouble {
  readonly url: string;
  close(): Promise<void>;
}

export async function startHorizonDouble(chain: LedgerChain, port: number): Promise<HorizonDouble> {
  const server = createServer((request, response) => reply(chain, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function reply(chain: LedgerChain, request: IncomingMessage, response: ServerResponse): void {
  const { status, body } = page(chain, request.method, new URL(request.url ?? "/", "http://localhost"));
  const latest = String(chain.latest().sequence);
  response.writeHead(status, { "content-type": "application/hal+json", "latest-ledger": latest });
  response.end(JSON.stringify(body));
}

interface Page {
  readonly status: number;
  readonly body: unknown;
}

function page(chain: LedgerChain, method: string | undefined, { pathname, searchParams }: URL): Page {
  if (method !== "GET" || pathname !== "/assets") return problem(404, "only GET /assets is supported");
  const [code, issuer] = [searchParams.get("asset_code"), searchParams.get("asset_issuer")];
  if (code === null || issuer === null) return problem(400, "asset_code and asset_issuer are required");
  return { status: 200, body: { _embedded: { records: records(chain, code, issuer) } } };
}

function problem(status: number, why: string): Page {
  return { status, body: { status, title: "Not supported", detail: `${doubleName} is a simulator: ${why}` } };
}

function records(chain: LedgerChain, code: string, issuer: string): readonly unknown[] {
  const lines = [...chain.state.trustlines.values()].filter(({ asset }) => asset === `${code}:${issuer}`);
  if (lines.length === 0) return [];
  const sumOf = (isRequested: (line: (typeof lines)[number]) => boolean): string =>
    decimal(lines.filter(isRequested).reduce((sum, { balance }) => sum + balance, 0n));
  return [
    {
      asset_type: code.length <= 4 ? "credit_alphanum4" : "credit_alphanum12",
      asset_code: code,
      asset_issuer: issuer,
      balances: {
        authorized: sumOf(isAuthorized),
        authorized_to_maintain_liabilities: sumOf((line) => !isAuthorized(line) && (line.flags & 2) !== 0),
        unauthorized: sumOf((line) => !isAuthorized(line) && (line.flags & 2) === 0),
      },
      claimable_balances_amount: decimal(0n),
      liquidity_pools_amount: decimal(0n),
      contracts_amount: decimal(0n),
    },
  ];
}

function decimal(stroops: bigint): string {
  const digits = stroops.toString().padStart(8, "0");
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}
