import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { ErrorNotice } from "../kit/error-notice.tsx";
import { Page } from "../kit/page.tsx";

/** Instead of a page that could not be drawn. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = async () => {
    reset();
    await router.invalidate();
  };
  return (
    <Page title="This page could not be shown">
      <ErrorNotice error={error} onRetry={again} />
    </Page>
  );
}
