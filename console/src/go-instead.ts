import { redirect } from "@tanstack/react-router";

interface Elsewhere {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Redirects before a page is shown. The router signals a redirect by throwing. */
export function goInstead({ to, search = {} }: Elsewhere): never {
  redirect({ to, search, throw: true });
  throw new Error("redirect did not throw");
}
