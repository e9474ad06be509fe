import { useParams } from "@tanstack/react-router";

/** A parameter of the page's path: `usePageParam("transferId")` on `transfers/$transferId`. */
export function usePageParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`this page's path has no parameter $${name}`);
  return value;
}
