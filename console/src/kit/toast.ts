import { notifications } from "@mantine/notifications";
import { ApiError, approvalPageOf, isCanceled } from "../api/client.ts";
import { errorWords } from "./field-words.ts";

const readingMs = 5000;
const closeButtonProps = { "aria-label": "Close" };

export function toastSuccess(message: string, title?: string): void {
  notifications.show({
    message,
    title,
    color: "green",
    autoClose: readingMs,
    role: "status",
    closeButtonProps,
  });
}

/** Shows an error, unless the user canceled. */
export function toastError(error: unknown, title = "Something went wrong"): void {
  if (isCanceled(error)) return;
  if (approvalPageOf(error) !== undefined) {
    toastSuccess("Another user must approve it before it takes effect.", "Sent for approval");
    return;
  }
  notifications.show({
    message: wordsOf(error),
    title,
    color: "red",
    autoClose: false,
    role: "alert",
    closeButtonProps,
  });
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError))
    return error instanceof Error ? error.message : "An unexpected error occurred.";
  const detail = errorWords(error.detail);
  return error.requestId === undefined ? detail : `${detail} (request ${error.requestId})`;
}
