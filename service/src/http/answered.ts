import type { ServerResponse } from "node:http";

const begun = Symbol("stream begun");
const streaming = new WeakSet<ServerResponse>();

/** From here on the answer is a stream. It may go on for an hour, and most of the time it is no work. */
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

/** Once for every response: when it is over, also when the client did not wait for it, or when it becomes a stream. */
export function whenAnswered(response: ServerResponse, effect: () => void): void {
  whenStreaming(response, effect);
  response.once("close", () => {
    if (!isStreaming(response)) effect();
  });
}
