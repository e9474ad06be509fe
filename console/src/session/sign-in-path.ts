import type { Me } from "./me.ts";

export function isSignedIn(me: Me | undefined): me is Me {
  return me?.stage === "complete";
}

/** The sign-in page, with the way back in the search: `?next=/w/…`. */
export function signInPath(backTo: string | undefined) {
  const next = backTo === undefined || backTo === "/" ? {} : { next: backTo };
  return { to: "/sign-in", search: next } as const;
}

/** Where to go after signing in. Only a path of the console is followed: the search is anybody's to write. */
export function wayBack(next: unknown): string {
  const isPath = typeof next === "string" && /^\/(?![/\\])/.test(next) && !next.startsWith("/sign-in");
  return isPath ? next : "/";
}
