import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useState } from "react";
import { saveBlob } from "../../../kit/save-file.ts";
import { toastError, toastSuccess } from "../../../kit/toast.ts";

/** How the last line of a file begins that does not hold everything. */
const limitMark = "limit_reached,";

/** Saves what the filters leave as a file for spreadsheets. */
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
          "There are more entries than one file holds: narrow the time for the rest.",
          "Saved in part",
        );
      }
    } catch (error) {
      toastError(error, "The file could not be made");
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
