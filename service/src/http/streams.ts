import type { FastifyReply, FastifyRequest } from "fastify";
import { orThrow, RefusalError, refusalCodes } from "../kernel/refusal.ts";
import { stopping } from "./draining.ts";
import { eventStreamType } from "./event-stream.ts";
import { authorize } from "./guard.ts";
import { type LiveStream, type StreamTiming, startLiveStream } from "./live-stream.ts";
import { inShare } from "./perform.ts";
import { type ApiRequest, principalOf, type Route } from "./route.ts";
import type { ServerDeps } from "./server-deps.ts";
import { createStreamPlaces, type StreamLimits } from "./stream-places.ts";
import type { Tail } from "./tail.ts";

/** The open streams of this node. */
export interface Streams {
  /** Responds with a stream; a refusal before it begins is an ordinary error response. */
  open(opening: Opening): Promise<void>;
  /** Ends all of them and lets none begin. */
  drain(): Promise<void>;
}

export interface Opening {
  readonly route: Route;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly apiRequest: ApiRequest;
  readonly follow: (request: ApiRequest) => Promise<Tail>;
}

export interface StreamSettings {
  /** Called when a response becomes a stream. */
  readonly onBegin: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly limits: StreamLimits;
  readonly timing: StreamTiming;
}

export function createStreams(deps: ServerDeps, { limits, timing, onBegin }: StreamSettings): Streams {
  const places = createStreamPlaces(limits);
  const running = new Set<LiveStream>();
  let isClosing = false;

  const start = (opening: Opening, tail: Tail): void => {
    const { raw } = opening.reply;
    writeHead(opening.reply);
    onBegin(opening.request, opening.reply);
    const stream = startLiveStream({
      response: raw,
      tail: inTenantsShare(deps, opening.apiRequest, tail),
      clock: deps.clock,
      timing,
      ...checksOf(deps, opening),
    });
    running.add(stream);
    raw.once("close", () => running.delete(stream));
  };

  return {
    open: async (opening) => {
      const { reply, request, apiRequest, follow } = opening;
      if (isGone(reply)) return;
      reply.raw.once("close", places.take(principalOf(apiRequest).tenantId));
      const tail = await inShare(deps, apiRequest, () => follow(apiRequest));
      if (isGone(reply)) return;
      if (isClosing) throw stopping();
      if (request.method === "HEAD") endWithHead(reply);
      else start(opening, tail);
    },
    drain: async () => {
      isClosing = true;
      await Promise.all([...running].map((stream) => stream.end()));
    },
  };
}

/** The client is gone, so there is no response. */
function isGone(reply: FastifyReply): boolean {
  if (reply.raw.destroyed) reply.hijack();
  return reply.raw.destroyed;
}

/** From here on we write the response ourselves. The connection is not reused: it may have to be cut. */
function writeHead(reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    "content-type": `${eventStreamType}; charset=utf-8`,
    connection: "close",
    // Some proxies buffer a response unless this header disables it.
    "x-accel-buffering": "no",
  });
}

function endWithHead(reply: FastifyReply): void {
  writeHead(reply);
  reply.raw.end();
}

/** Between two reads a stream holds nothing of its tenant's share. */
function inTenantsShare(deps: ServerDeps, request: ApiRequest, tail: Tail): Tail {
  return { ...tail, read: () => inShare(deps, request, () => tail.read()) };
}

function checksOf(deps: ServerDeps, { request, route }: Opening) {
  let isTroubled = false;
  const mayGoOn = async (): Promise<boolean> => {
    try {
      orThrow(await authorize(deps, request, route));
      return true;
    } catch (error) {
      if (isFinal(error)) return false;
      throw error;
    }
  };
  // Log only the first failure of a stream: with a thousand streams, a database outage is visible enough.
  const onError = (error: unknown): void => {
    if (!isTroubled) deps.logger.warn({ err: error, reqId: request.id }, "reading an event stream failed");
    isTroubled = true;
  };
  return { mayGoOn, onError };
}

/** While the token can't be verified, nothing is sent and the check is retried. */
function isFinal(error: unknown): boolean {
  return error instanceof RefusalError && refusalCodes[error.refusal.code].status < 500;
}
