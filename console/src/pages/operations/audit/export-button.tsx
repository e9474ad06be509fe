import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { saveBlob } from "../../../kit/save-file.ts";
import { toastError, toastSuccess } from "../../../kit/toast.ts";

/** First field of the last line of a truncated export. */
const limitMark = "limit_reached,";

/** Exports the filtered entries as CSV. */
export function ExportButton({ save }: { readonly save: () => Promise<Blob> }) {
  const [isBusy, setIsBusy] = useState(false);
  const click = async () => {
    setIsBusy(true);
    try {
      const file = await save();
      saveBlob("audit-log.csv", file);
      const [lastLine = ""] = (await file.text()).trimEnd().split("\r\n").slice(-1);
      if (lastLine.startsWith(limitMark)) {
        toastSuccess(
          "The file has reached its row limit. Narrow the time range to export the rest.",
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
      onClick={() => void click()}
    >
      Export CSV
    </Button>
  );
}
