const format = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

/** Weekday and time of a moment within the next days, in the user's time zone. */
export function ClockTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
      {format.format(new Date(at))}
    </time>
  );
}
