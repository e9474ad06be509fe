import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../../service/test/eventually.ts";
import type { RunningService } from "../guides/start-service.ts";

/** A client of a demo account on testnet, that sends paths and bodies unchanged. */
export interface DemoClient {
  readonly accountId: string;
  /** Sends a request below the account; a body is sent as JSON, with a new idempotency key unless one is given. */
  send(method: string, path: string, body?: unknown, idempotencyKey?: string): Promise<Reply>;
  /** The body of a successful response. */
  get(path: string): Promise<Reply["body"]>;
  /** The body of a successful POST. */
  post(path: string, body?: unknown): Promise<Reply["body"]>;
  /** The transfer when it is no longer pending. */
  finished(path: string): Promise<Reply["body"]>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // Tests read responses of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any
}

export async function openDemoClient(
  { baseUrl, dataFolder }: RunningService,
  kind: "standard" | "self_attested",
): Promise<DemoClient> {
  const { accounts } = JSON.parse(await readFile(join(dataFolder, "demo-credentials.json"), "utf8"));
  const { id: accountId, applications } = accounts.find((account: { kind: string }) => account.kind === kind);
  const application = applications.find(({ network }: { network: string }) => network === "testnet");
  const basic = Buffer.from(`${application.client_id}:${application.client_secret}`).toString("base64");
  const issued = await request(`${baseUrl}/oauth2/token`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
    body: "grant_type=client_credentials",
  });
  const authorization = `Bearer ${issued.body.access_token}`;
  const send: DemoClient["send"] = (method, path, body, idempotencyKey = randomUUID()) =>
    request(baseUrl + (path.startsWith("//") ? path.slice(1) : `/accounts/${accountId}${path}`), {
      method,
      headers: {
        authorization,
        "idempotency-key": idempotencyKey,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const succeed = async (method: string, path: string, body?: unknown) => {
    const reply = await send(method, path, body);
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  const get = (path: string) => succeed("GET", path);
  return {
    accountId,
    send,
    get,
    post: (path, body) => succeed("POST", path, body),
    finished: (path) =>
      eventually(async () => {
        const body = await get(path);
        if (body.status === "pending") throw new Error(`${path} is still pending`);
        return body;
      }),
  };
}

export async function request(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? undefined : JSON.parse(text),
  };
}
