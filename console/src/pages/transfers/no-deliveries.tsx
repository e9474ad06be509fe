import { useEffect, useState } from "react";
import { now } from "../../system-clock.ts";
import { freshMsOf, noDeliveriesWords } from "./timeline-words.ts";

/** Says why an event has no deliveries, and says it anew once it should have some. */
export function NoDeliveries({ at }: { readonly at: string }) {
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setCurrent(now()), freshMsOf(at, now()));
    return () => clearTimeout(timer);
  }, [at]);
  return <span>{noDeliveriesWords(at, current)}</span>;
}
