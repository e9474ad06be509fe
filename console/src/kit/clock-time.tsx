const format = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
  timeZoneName: "short",
});

/** A moment of the next days, in the person's own time zone: the weekday and the time. */
export function ClockTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
      {format.format(new Date(at))}
    </time>
  );
}
