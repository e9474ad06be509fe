import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorNotice } from "../kit/error-notice.tsx";
import { Page } from "../kit/page.tsx";

/** Shown when a page throws while rendering. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    reset();
    await router.invalidate();
  };
  return (
    <Page title="This page could not be shown">
      <ErrorNotice error={error} onRetry={retry} />
    </Page>
  );
}
