import type { FastifyReply, FastifyRequest } from "fastify";
import { RefusalError, refusalCodes } from "../kernel/refusal.ts";
import { beginStream } from "./answered.ts";
import { stopping } from "./draining.ts";
import { eventStreamType } from "./event-stream.ts";
import { authorize } from "./guard.ts";
import { type LiveStream, type StreamTiming, startLiveStream } from "./live-stream.ts";
import { inShare } from "./perform.ts";
import { type ApiRequest, principalOf, type Route, type Tail } from "./route.ts";
import type { ServerDeps } from "./server-deps.ts";
import { createStreamPlaces, type StreamLimits } from "./stream-places.ts";

/** The streams of this node. */
export interface Streams {
  /** Answers with a stream; what is refused before it begins is an error like any other. */
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
  readonly limits: StreamLimits;
  readonly timing: StreamTiming;
}

export function createStreams(deps: ServerDeps, { limits, timing }: StreamSettings): Streams {
  const places = createStreamPlaces(limits);
  const running = new Set<LiveStream>();
  let isClosing = false;

  const start = (opening: Opening, tail: Tail): void => {
    const { raw } = opening.reply;
    writeHead(opening.reply);
    beginStream(raw);
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

/** Nobody waits for an answer any more, so there is none. */
function isGone(reply: FastifyReply): boolean {
  if (reply.raw.destroyed) reply.hijack();
  return reply.raw.destroyed;
}

/** From here on the server leaves the answer to us. The connection is not used again: it may have to be cut. */
function writeHead(reply: FastifyReply): void {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    "content-type": `${eventStreamType}; charset=utf-8`,
    connection: "close",
    // Some proxies collect an answer before they pass it on, unless they are told not to.
    "x-accel-buffering": "no",
  });
}

function endWithHead(reply: FastifyReply): void {
  writeHead(reply);
  reply.raw.end();
}

/** Between two readings a stream holds nothing of what its tenant may use. */
function inTenantsShare(deps: ServerDeps, request: ApiRequest, tail: Tail): Tail {
  return { ...tail, read: () => inShare(deps, request, () => tail.read()) };
}

function checksOf(deps: ServerDeps, { request, route }: Opening) {
  let isTroubled = false;
  const mayGoOn = async (): Promise<boolean> => {
    try {
      await authorize(deps, request, route);
      return true;
    } catch (error) {
      if (isFinal(error)) return false;
      throw error;
    }
  };
  // One line for the first failure of a stream: with a thousand streams a database that is away is told of enough.
  const onError = (error: unknown): void => {
    if (!isTroubled) deps.logger.warn({ err: error, reqId: request.id }, "a stream could not be read on");
    isTroubled = true;
  };
  return { mayGoOn, onError };
}

/** Where it cannot be found out whether a token is good, nothing is told and it is asked again. */
function isFinal(error: unknown): boolean {
  return error instanceof RefusalError && refusalCodes[error.refusal.code].status < 500;
}
