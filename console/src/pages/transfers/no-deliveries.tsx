import { useEffect, useState } from "react";
import { now } from "../../system-clock.ts";
import { freshMsOf, noDeliveriesWords } from "./timeline-words.ts";

/** Explains why an event has no deliveries; updates once deliveries would be expected. */
export function NoDeliveries({ at }: { readonly at: string }) {
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setCurrent(now()), freshMsOf(at, now()));
    return () => clearTimeout(timer);
  }, [at]);
  return <span>{noDeliveriesWords(at, current)}</span>;
}
