import type { ServerResponse } from "node:http";

const begun = Symbol("stream begun");
const streaming = new WeakSet<ServerResponse>();

/** From here on the response is a stream. It may stay open for an hour, mostly idle. */
export function beginStream(response: ServerResponse): void {
  streaming.add(response);
  response.emit(begun);
}

export function isStreaming(response: ServerResponse): boolean {
  return streaming.has(response);
}

export function whenStreaming(response: ServerResponse, effect: () => void): void {
  response.once(begun, effect);
}

/** Runs once per response: when it is finished, when the client disconnects, or when it becomes a stream. */
export function whenResponded(response: ServerResponse, effect: () => void): void {
  whenStreaming(response, effect);
  response.once("close", () => {
    if (!isStreaming(response)) effect();
  });
}
