import { useUrlFilters } from "../../kit/use-url-filters.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";

/** Account filter of a page, kept in the URL. Defaults to the workspace's own account. */
export function useAccountFilter(): readonly [string, (accountId: string) => void] {
  const { tenantId } = useWorkspace();
  const [{ account }, setFilters] = useUrlFilters({ account: tenantId });
  return [account, (accountId) => setFilters({ account: accountId })];
}
