import type { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../api/client.ts";
import { goInstead } from "../go-instead.ts";
import type { Me } from "./me.ts";
import { meQuery } from "./me-query.ts";
import { isSignedIn, signInPath } from "./sign-in-path.ts";

/** The signed-in user; otherwise redirects to the sign-in page, with a return path. */
export async function loadMe(queryClient: QueryClient, backTo: string | undefined): Promise<Me> {
  const known = queryClient.getQueryData(meQuery.queryKey);
  if (isSignedIn(known)) return known;
  // The cached session may be incomplete although the second factor was confirmed since.
  const me = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 }).catch(rethrowUnlessSignedOut);
  if (isSignedIn(me)) return me;
  return goInstead(signInPath(backTo));
}

function rethrowUnlessSignedOut(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) return undefined;
  throw error;
}
