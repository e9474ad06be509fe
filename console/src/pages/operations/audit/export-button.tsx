import { Download } from "lucide-react";
import { ActionButton } from "../../../kit/action-button.tsx";
import { saveBlob } from "../../../kit/save-file.ts";
import { toastSuccess } from "../../../kit/toast.ts";

/** First field of the last line of a truncated export. */
const limitMark = "limit_reached,";

/** Exports the filtered entries as CSV. */
export function ExportButton({ save }: { readonly save: () => Promise<Blob> }) {
  const exportFile = async () => {
    const file = await save();
    saveBlob("audit-log.csv", file);
    const [lastLine = ""] = (await file.text()).trimEnd().split("\r\n").slice(-1);
    if (lastLine.startsWith(limitMark)) {
      toastSuccess(
        "The file has reached its row limit. Narrow the time range to export the rest.",
        "Export truncated",
      );
    }
  };
  return (
    <ActionButton
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      errorTitle="Export failed"
      onAct={exportFile}
    >
      Export CSV
    </ActionButton>
  );
}
