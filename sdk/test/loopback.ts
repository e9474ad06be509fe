import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request as received. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Responds as it likes: with JSON, or through the response itself. */
export type Script = (request: Received, response: ServerResponse) => object | undefined | Promise<undefined>;

export interface Loopback extends AsyncDisposable {
  readonly baseUrl: string;
  /** Requests to the API, without those for tokens. */
  readonly requests: readonly Received[];
  readonly tokenRequests: readonly URLSearchParams[];
  /** The header DPoP of each token request. */
  readonly tokenProofs: readonly unknown[];
  readonly issuedTokens: readonly string[];
}

interface LoopbackOptions {
  readonly network?: "testnet" | "mainnet";
  /** Instead of a token. */
  readonly tokenError?: string;
  readonly tokenStatus?: number;
}

/** An HTTP server on loopback that misbehaves as scripted, and issues tokens that only look like Florin's. */
export async function startLoopback(script: Script, options: LoopbackOptions = {}): Promise<Loopback> {
  const requests: Received[] = [];
  const tokenRequests: URLSearchParams[] = [];
  const tokenProofs: unknown[] = [];
  const issuedTokens: string[] = [];
  const server = createServer((incoming, response) => {
    void text(incoming).then(async (body) => {
      const { method = "", url = "", headers } = incoming;
      const request = { method, path: url, headers, body };
      if (url === "/oauth2/token") {
        tokenRequests.push(new URLSearchParams(body));
        tokenProofs.push(headers["dpop"]);
        if (options.tokenError !== undefined) {
          return sendJson(
            response,
            { error: options.tokenError, error_description: "no" },
            options.tokenStatus,
          );
        }
        const token = tokenOf(options.network ?? "testnet", issuedTokens.push("") - 1);
        issuedTokens[issuedTokens.length - 1] = token;
        return sendJson(response, { access_token: token, token_type: "Bearer", expires_in: 3600, scope: "" });
      }
      requests.push(request);
      const result = await script(request, response);
      return result === undefined ? undefined : sendJson(response, result);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    tokenRequests,
    tokenProofs,
    issuedTokens,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Ends the response with this status and JSON. */
export function sendJson(
  response: ServerResponse,
  body: object,
  status = 200,
  headers: object = {},
): undefined {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** An error in the format of the API. */
export function sendError(
  response: ServerResponse,
  status: number,
  code: string,
  headers: object = {},
  errors?: object[],
): undefined {
  const body = {
    status,
    title: "Error",
    detail: `because of ${code}`,
    code,
    request_id: "01REQUEST",
    errors,
  };
  return sendJson(response, body, status, headers);
}

/** Like Florin's: one hour, and claims of the network. */
export function tokenOf(network: string, serial: number): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { network, iat: 1_800_000_000, exp: 1_800_003_600, jti: String(serial) };
  return `${encode({ alg: "EdDSA", typ: "at+jwt" })}.${encode(claims)}.c2ln`;
}
