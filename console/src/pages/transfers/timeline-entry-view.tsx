import { Group } from "@mantine/core";
import { Flag, UserCheck } from "lucide-react";
import { MaybeLink } from "../../kit/maybe-link.tsx";
import { statusWords } from "../../kit/status-tone.ts";
import type { TimelineEntry as ShownEntry } from "../../kit/timeline.tsx";
import type { MainEntry } from "./fold-entries.ts";
import type { RecordLinks } from "./record-links.ts";
import { actionWords, actorWords, stepWords } from "./timeline-words.ts";

type Of<Type extends MainEntry["type"]> = Extract<MainEntry, { readonly type: Type }>;

/** Maps a status change or decision of the API's timeline to a kit timeline entry. */
export function timelineEntryView(entry: MainEntry, links: RecordLinks): ShownEntry {
  return entry.type === "state" ? stateView(entry, links) : auditView(entry, links);
}

/** Only the end of a transfer has a badge: earlier states are over. */
function stateView(entry: Of<"state">, links: RecordLinks): ShownEntry {
  const { at, status, step, failure_type, failure_code, by, request_id: requestId } = entry;
  const failure = [failure_type === null ? null : statusWords(failure_type), failure_code]
    .filter((word) => word !== null)
    .join(", ");
  return {
    title: stepWords(status, step),
    at,
    ...(status === "pending" ? {} : { status }),
    icon: Flag,
    body: (
      <>
        {failure === "" ? null : <div>{failure}</div>}
        <Group gap="xs">
          <By by={by} links={links} />
          {requestId === null || links.request(requestId) === undefined ? null : (
            <MaybeLink to={links.request(requestId)}>API request</MaybeLink>
          )}
        </Group>
      </>
    ),
  };
}

function auditView({ at, action, by, reason }: Of<"audit">, links: RecordLinks): ShownEntry {
  return {
    title: actionWords(action),
    at,
    icon: UserCheck,
    body: (
      <>
        {reason === null ? null : <div>{reason}</div>}
        <By by={by} links={links} />
      </>
    ),
  };
}

function By({ by, links }: { readonly by: MainEntry["by"]; readonly links: RecordLinks }) {
  const page = by.type === "application" && by.id !== null ? links.application(by.id) : undefined;
  return (
    <span>
      By <MaybeLink to={page}>{actorWords(by)}</MaybeLink>
    </span>
  );
}
