import { Tooltip } from "@mantine/core";
import { When } from "../when.tsx";
import { useTimeDisplay } from "./list-display.ts";
import { localTime, utcTime } from "./time-text.ts";

/** A time in a list, as the user has chosen: in the browser's time zone, in UTC, or relative to now. */
export function ListTime({ at }: { readonly at: string | null | undefined }) {
  const [display] = useTimeDisplay();
  if (at === null || at === undefined || display === "relative") return <When at={at} />;
  const isUtc = display === "utc";
  return (
    <Tooltip
      label={isUtc ? localTime(at) : utcTime(at)}
      withArrow
      events={{ hover: true, focus: true, touch: true }}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the other time zone is shown on focus too */}
      <time dateTime={at} tabIndex={0}>
        {inTwoParts(isUtc ? utcTime(at) : localTime(at))}
      </time>
    </Tooltip>
  );
}

/** Where a table is too narrow, the time of day is below its date. */
function inTwoParts(text: string): string {
  const end = text.search(/ \d\d:/);
  return (
    text.slice(0, end).replaceAll(" ", nonBreaking) +
    text.slice(end, end + 1) +
    text.slice(end + 1).replaceAll(" ", nonBreaking)
  );
}

const nonBreaking = "\u00a0";
