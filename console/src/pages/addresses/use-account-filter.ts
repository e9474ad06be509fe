import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";

/** The account that a page is about, kept in the URL; the workspace's own one where nothing is said. */
export function useAccountFilter(): readonly [string, (accountId: string) => void] {
  const { tenantId } = useWorkspace();
  const [{ account }, setFilters] = useUrlFilters({ account: tenantId });
  return [account, (accountId) => setFilters({ account: accountId })];
}
