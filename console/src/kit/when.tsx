import { Text, Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";
import { now } from "../system-clock.ts";
import { relativeTime } from "./relative-time.ts";

const refreshMs = 30_000;

interface WhenProps {
  /** RFC 3339 timestamp; null if it has not occurred. */
  readonly at: string | null | undefined;
  /** Shows the exact instead of the relative time. */
  readonly exact?: boolean;
}

/** A relative time with the exact time as tooltip, in the user's locale and time zone. */
export function When({ at, exact = false }: WhenProps) {
  const current = useNow();
  if (at === null || at === undefined) return <Text component="span">–</Text>;
  const moment = new Date(at);
  const exactly = exactTime.format(moment);
  return (
    <Tooltip label={exact ? at : exactly} withArrow events={{ hover: true, focus: true, touch: true }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the exact time is shown on focus too */}
      <time dateTime={at} tabIndex={0} style={{ whiteSpace: "nowrap" }}>
        {exact ? exactly : relativeTime(moment.getTime() - current)}
      </time>
    </Tooltip>
  );
}

const exactTime = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });

function useNow(): number {
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  return current;
}
