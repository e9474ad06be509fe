import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "../../api/client.ts";
import { saveBlob } from "../../kit/save-file.ts";
import { toastError, toastSuccess } from "../../kit/toast.ts";
import { useWorkspace } from "../../workspace/use-workspace.ts";
import type { TransferQuery } from "./transfer-filter.ts";

/** First field of the last line of a truncated export. */
const limitMark = "limit_reached,";

/** Exports the filtered transfers as CSV. */
export function ExportButton({ query }: { readonly query: TransferQuery }) {
  const { params } = useWorkspace();
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      const file = await download("/console/api/workspaces/{tenant_id}/{network}/transfers.csv", {
        params: { path: params, query },
      });
      saveBlob(`transfers-${params.network}.csv`, file);
      const [lastLine = ""] = (await file.text()).trimEnd().split("\r\n").slice(-1);
      if (lastLine.startsWith(limitMark)) {
        toastSuccess(
          "The file has reached its row limit. Narrow the filters to export the rest.",
          "Export truncated",
        );
      }
    } catch (error) {
      toastError(error, "Export failed");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void save()}
    >
      Export CSV
    </Button>
  );
}
