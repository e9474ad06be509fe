import { now } from "../system-clock.ts";

/** After this long without input, the console's automatic requests no longer extend the session. */
const activeMs = 5 * 60_000;
const inputEvents = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

let lastInputAt = now();

/** Tracks user input. A page that only refreshes itself must not keep the session alive. */
export function watchPresence(target: Pick<EventTarget, "addEventListener">): void {
  const note = (): void => {
    lastInputAt = now();
  };
  for (const event of inputEvents) target.addEventListener(event, note, { capture: true, passive: true });
}

export function isAttended(): boolean {
  return now() - lastInputAt < activeMs;
}
