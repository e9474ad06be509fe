import { redirect } from "@tanstack/react-router";

interface Elsewhere {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Before a page is shown: another one is. The router is told by throwing, which it does itself. */
export function goInstead({ to, search = {} }: Elsewhere): never {
  redirect({ to, search, throw: true });
  throw new Error("the router has let this pass");
}
