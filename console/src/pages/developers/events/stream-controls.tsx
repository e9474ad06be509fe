import { Button, Group } from "@mantine/core";
import { Pause, Play, RotateCw } from "lucide-react";
import { StatusBadge } from "../../../kit/status-badge.tsx";
import type { useEventStream } from "./use-event-stream.ts";

/** Stream status, and a button that pauses the list. */
export function StreamControls({ stream }: { readonly stream: ReturnType<typeof useEventStream> }) {
  const { state, isPaused, held, pause, resume, reconnect } = stream;
  return (
    <Group gap="xs" role="group" aria-label="Live">
      <span role="status">
        <StatusBadge {...wordsOf(state, isPaused, held.length)} />
      </span>
      {state === "ended" ? (
        <Button
          variant="default"
          size="xs"
          leftSection={<RotateCw size={14} aria-hidden />}
          onClick={reconnect}
        >
          Reconnect
        </Button>
      ) : isPaused ? (
        <Button variant="default" size="xs" leftSection={<Play size={14} aria-hidden />} onClick={resume}>
          Resume
        </Button>
      ) : (
        <Button variant="default" size="xs" leftSection={<Pause size={14} aria-hidden />} onClick={pause}>
          Pause
        </Button>
      )}
    </Group>
  );
}

function wordsOf(state: string, isPaused: boolean, heldCount: number) {
  if (state === "ended") return { status: "disconnected", tone: "bad" } as const;
  if (state === "connecting") return { status: "connecting", tone: "moving" } as const;
  if (!isPaused) return { status: "live", tone: "good" } as const;
  return { status: heldCount === 0 ? "paused" : `paused, ${heldCount} new`, tone: "waiting" } as const;
}
