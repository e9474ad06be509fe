import { useEffect, useReducer, useState } from "react";
import type { Workspace } from "../../../workspace/use-workspace.ts";
import { afterAction, type LiveEvent, type LiveEvents, noLiveEvents } from "./live-events.ts";

interface StreamOptions {
  readonly accountId: string;
  /** Empty for all types. */
  readonly type: string;
  /** The SSE event name is the event type, so the types to listen for must be known in advance. */
  readonly types: readonly string[];
  readonly isEnabled: boolean;
  /** Called when the stream connects or reconnects. Events missed in between are in the list. */
  readonly onOpen: () => void;
}

export type StreamState = "connecting" | "open" | "ended";

interface EventStream extends LiveEvents {
  readonly state: StreamState;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly reconnect: () => void;
}

/** Streams the event log. EventSource reconnects automatically when the connection breaks. */
export function useEventStream({ tenantId, network }: Workspace, options: StreamOptions): EventStream {
  const { accountId, type, types, isEnabled, onOpen } = options;
  const [events, dispatch] = useReducer(afterAction, noLiveEvents);
  const [state, setState] = useState<StreamState>("connecting");
  const [attempt, setAttempt] = useState(0);
  const known = types.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt must reopen the stream; onOpen changes with every render
  useEffect(() => {
    if (!isEnabled || known === "") return;
    dispatch({ type: "reset" });
    setState("connecting");
    const source = new EventSource(streamPath({ tenantId, network, accountId, type }));
    source.addEventListener("open", () => {
      setState("open");
      onOpen();
    });
    source.addEventListener("error", () => {
      setState(source.readyState === EventSource.CLOSED ? "ended" : "connecting");
    });
    const onEvent = ({ data }: MessageEvent<string>) =>
      dispatch({ type: "arrived", event: JSON.parse(data) as LiveEvent });
    for (const name of known.split(" ")) source.addEventListener(name, onEvent);
    return () => source.close();
  }, [tenantId, network, accountId, type, known, isEnabled, attempt]);
  return {
    ...events,
    state,
    pause: () => dispatch({ type: "pause" }),
    resume: () => dispatch({ type: "resume" }),
    reconnect: () => setAttempt((count) => count + 1),
  };
}

interface StreamPlace {
  readonly tenantId: string;
  readonly network: string;
  readonly accountId: string;
  readonly type: string;
}

function streamPath({ tenantId, network, accountId, type }: StreamPlace): string {
  const query = new URLSearchParams({
    ...(accountId === tenantId ? { include_managed: "true" } : {}),
    ...(type === "" ? {} : { type }),
  });
  const path = ["console", "api", "workspaces", tenantId, network, "accounts", accountId, "events"];
  return `/${path.map(encodeURIComponent).join("/")}?${query.toString()}`;
}
