import { useParams } from "@tanstack/react-router";

/** A part of the page's own path: `usePageParam("transferId")` on `transfers/$transferId`. */
export function usePageParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  const value = params[name];
  if (value === undefined) throw new Error(`the path of this page has no $${name}`);
  return value;
}
