import type { ServerResponse } from "node:http";

/** Of an unfinished response. A stream may stay open for an hour, mostly idle, so it counts as no request in flight. */
type Phase = "arrived" | "admitted" | "streaming";

/** The unfinished responses of this node. */
export interface InFlight {
  enter(response: ServerResponse): void;
  /** The request is no probe, and was not refused by overload protection. */
  admit(response: ServerResponse): void;
  /** From here on the response is a stream. */
  beginStream(response: ServerResponse): void;
  isStreaming(response: ServerResponse): boolean;
  count(phase: Phase): number;
  responses(): Iterable<ServerResponse>;
}

export function createInFlight(): InFlight {
  const phases = new Map<ServerResponse, Phase>();
  const counts = { arrived: 0, admitted: 0, streaming: 0 };
  const leave = (response: ServerResponse): void => {
    const phase = phases.get(response);
    if (phase !== undefined) counts[phase] -= 1;
    phases.delete(response);
  };
  const move = (response: ServerResponse, phase: Phase): void => {
    leave(response);
    if (response.closed) return;
    phases.set(response, phase);
    counts[phase] += 1;
  };
  return {
    enter: (response) => {
      move(response, "arrived");
      response.once("close", () => leave(response));
    },
    admit: (response) => move(response, "admitted"),
    beginStream: (response) => move(response, "streaming"),
    isStreaming: (response) => phases.get(response) === "streaming",
    count: (phase) => counts[phase],
    responses: () => phases.keys(),
  };
}
