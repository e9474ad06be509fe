import { now } from "../system-clock.ts";

/** After this without a touch of key, mouse or screen, what the console asks for by itself counts as nobody's use. */
const attendedMs = 5 * 60_000;
const signsOfLife = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

let lastSeen = now();

/** Notes when somebody is there. A page that only refreshes itself must not keep its session from ending. */
export function watchPresence(target: Pick<EventTarget, "addEventListener">): void {
  const note = (): void => {
    lastSeen = now();
  };
  for (const sign of signsOfLife) target.addEventListener(sign, note, { capture: true, passive: true });
}

export function isAttended(): boolean {
  return now() - lastSeen < attendedMs;
}
