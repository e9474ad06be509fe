import type { KeyboardEvent } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus through a list with the arrow keys, in addition to Tab. */
export function goThroughList(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, a, button")];
  const next = stops[stops.findIndex((stop) => stop.matches(":focus")) + step];
  event.preventDefault();
  next?.focus();
}
