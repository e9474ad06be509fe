import type { Me } from "./me.ts";

export function isSignedIn(me: Me | undefined): me is Me {
  return me?.stage === "complete";
}

/** Path of the sign-in page, with the return path as a parameter: `?next=/w/…`. */
export function signInPath(backTo: string | undefined) {
  const next = backTo === undefined || backTo === "/" ? {} : { next: backTo };
  return { to: "/sign-in", search: next } as const;
}

/** Where to go after sign-in. Only console paths are accepted: the parameter is attacker-controlled (open redirect). */
export function wayBack(next: unknown): string {
  const isPath = typeof next === "string" && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in");
  return isPath ? next : "/";
}
