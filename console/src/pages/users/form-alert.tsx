import { Alert } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { ApiError } from "../../api/client.ts";
import { ErrorNotice } from "../../kit/error-notice.tsx";

/** Error of a form, announced to screen readers. Unexpected errors include the request id. */
export function FormAlert({ error }: { readonly error: unknown }) {
  if (error === undefined) return null;
  if (!(error instanceof ApiError) || error.status >= 500) return <ErrorNotice error={error} />;
  return (
    <Alert color="red" icon={<CircleAlert size={18} aria-hidden />} role="alert" py="xs">
      {sentence(error.detail)}
    </Alert>
  );
}

/** The service writes some details as sentence fragments. */
function sentence(detail: string): string {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
