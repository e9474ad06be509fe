import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { goInstead } from "../go-instead.ts";
import type { Me } from "./me.ts";
import { meQuery } from "./me-query.ts";
import { isSignedIn, signInPath } from "./sign-in-path.ts";

/** Who is signed in; whoever is not goes to the sign-in page, with a way back. */
export async function loadMe(queryClient: QueryClient, backTo: string | undefined): Promise<Me> {
  const known = queryClient.getQueryData(meQuery.queryKey);
  if (isSignedIn(known)) return known;
  // Somebody who has shown only a password a moment ago may have shown the rest since.
  const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(rethrowUnlessSignedOut);
  if (isSignedIn(me)) return me;
  return goInstead(signInPath(backTo));
}

function rethrowUnlessSignedOut(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) return undefined;
  throw error;
}
