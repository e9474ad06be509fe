import { useEffect, useReducer, useState } from "react";
import type { Workspace } from "../../../workspace/use-workspace.ts";
import { afterAction, type LiveEvent, type LiveEvents, noLiveEvents } from "./live-events.ts";

interface StreamWish {
  readonly accountId: string;
  /** Empty: all of them. */
  readonly type: string;
  /** The stream names each event by its type, so its types must be known before. */
  readonly types: readonly string[];
  readonly isWanted: boolean;
  /** It begins, or has been away and is back: what was told meanwhile stands in the list. */
  readonly onOpen: () => void;
}

export type StreamState = "connecting" | "open" | "ended";

interface EventStream extends LiveEvents {
  readonly state: StreamState;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly reconnect: () => void;
}

/** Follows the event log as it grows. The browser comes back by itself when the connection breaks. */
export function useEventStream({ tenantId, network }: Workspace, wish: StreamWish): EventStream {
  const { accountId, type, types, isWanted, onOpen } = wish;
  const [events, act] = useReducer(afterAction, noLiveEvents);
  const [state, setState] = useState<StreamState>("connecting");
  const [attempt, setAttempt] = useState(0);
  const known = types.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt to come back opens another stream; who is told changes with every rendering
  useEffect(() => {
    if (!isWanted || known === "") return;
    act({ type: "reset" });
    setState("connecting");
    const source = new EventSource(streamPath({ tenantId, network, accountId, type }));
    source.addEventListener("open", () => {
      setState("open");
      onOpen();
    });
    source.addEventListener("error", () => {
      setState(source.readyState === EventSource.CLOSED ? "ended" : "connecting");
    });
    const take = ({ data }: MessageEvent<string>) =>
      act({ type: "arrived", event: JSON.parse(data) as LiveEvent });
    for (const name of known.split(" ")) source.addEventListener(name, take);
    return () => source.close();
  }, [tenantId, network, accountId, type, known, isWanted, attempt]);
  return {
    ...events,
    state,
    pause: () => act({ type: "pause" }),
    resume: () => act({ type: "resume" }),
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
