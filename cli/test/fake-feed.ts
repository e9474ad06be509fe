import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A fake service with one account and its events, whose connections the test controls. */
export interface FeedDouble {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Adds an event to the feed, with extra data or overridden fields; open streams receive it. */
  happen(type: string, more?: Fields, fields?: Fields): string;
  /** Ends all open streams, as a stopping service does. */
  endStreams(): void;
  /** Overrides the response to the next request to this path. */
  respondOnce(path: string, reply: ApiResponse): void;
  readonly environment: Readonly<Record<string, string>>;
  [Symbol.asyncDispose](): Promise<void>;
}

type Fields = Readonly<Record<string, unknown>>;

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

export const accountId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const eventsPath = `/accounts/${accountId}/events`;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
}

export async function openFeedDouble(): Promise<FeedDouble> {
  const requests: SeenRequest[] = [];
  const events: Event[] = [];
  const streams = new Set<ServerResponse>();
  const responses = new Map<string, ApiResponse>();
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const seen = await read(request);
    requests.push(seen);
    const special = responses.get(seen.path);
    responses.delete(seen.path);
    if (special !== undefined) return send(response, special);
    if (seen.headers.accept === "text/event-stream") return stream(seen, response);
    send(response, usual(seen, events));
  };
  const stream = (seen: SeenRequest, response: ServerResponse): void => {
    const behind = Number(seen.headers["last-event-id"] ?? events.length);
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`retry: 5\n\n: hello\n\n${events.slice(behind).map(frameOf).join("")}`);
    streams.add(response.once("close", () => streams.delete(response)));
  };
  const server = createServer((request, response) => void reply(request, response));
  const url = await listenOnLoopback(server);
  return {
    url,
    requests,
    happen: (type, more = {}, fields = {}) => {
      const sequence = events.length + 1;
      const id = `01JD7Q2M8W3T5V6X9YZEVENT${String(sequence).padStart(2, "0")}`;
      const data = { id: "01JD7Q2M8W3T5V6X9YZTHING00", account_id: accountId, ...more };
      const created = "2026-11-15T12:00:00.000Z";
      events.push({ id, type, created, data, account_id: accountId, sequence, ...fields } as Event);
      for (const open of streams) open.write(events.slice(-1).map(frameOf).join(""));
      return id;
    },
    endStreams: () => {
      for (const open of streams) {
        streams.delete(open);
        open.end();
      }
    },
    respondOnce: (path, special) => responses.set(path, special),
    environment: { FLORIN_API: url, FLORIN_CLIENT_ID: "a client", FLORIN_CLIENT_SECRET: "florin_sk_double" },
    [Symbol.asyncDispose]: () => close(server),
  };
}

/** A fake webhook endpoint. Responds with the given statuses in order, and repeats the last one. */
export async function openReceiver(statuses: readonly number[] = [200]) {
  const posts: SeenRequest[] = [];
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    posts.push(await read(request));
    response.writeHead(statuses[posts.length - 1] ?? statuses.at(-1) ?? 200).end("thanks");
  };
  const server = createServer((request, response) => void reply(request, response));
  const url = await listenOnLoopback(server);
  return { url, posts, [Symbol.asyncDispose]: () => close(server) };
}

function usual({ path, query }: SeenRequest, events: readonly Event[]): ApiResponse {
  if (path === "/oauth2/token") {
    return { status: 200, body: { access_token: "a token", token_type: "Bearer", expires_in: 3600 } };
  }
  if (path === "/accounts") return { status: 200, body: { accounts: [accountId] } };
  if (path !== eventsPath)
    return { status: 404, body: { status: 404, title: "Not Found", code: "not_found" } };
  if (query.get("type") === "nonsense") {
    return { status: 400, body: { status: 400, title: "Bad Request", detail: "type is no type of event" } };
  }
  const isNewest = query.get("order") === "newest";
  const page = isNewest ? events.slice(-1) : events.slice(0, 1);
  const next = isNewest ? (events.length > 1 ? String(events.length) : null) : String(page.length);
  return { status: 200, body: { events: page, pagination: { next } } };
}

/** The cursor after an event is its sequence number. */
function frameOf(event: Event): string {
  return `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://double");
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += String(piece);
  return {
    method: request.method ?? "",
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body,
  };
}

function send(response: ServerResponse, { status, body }: ApiResponse): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function listenOnLoopback(server: Server): Promise<string> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
}
