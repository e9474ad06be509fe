import { ErrorNotice } from "../kit/error-notice.tsx";
import { Page } from "../kit/page.tsx";

const why = new Error(
  "Its script did not arrive: the service cannot be reached just now, or was brought up to date meanwhile.",
);

/** Instead of a page whose script did not come. The rest of the console stays as it is. */
export function UnloadedPage() {
  return (
    <Page title="This page could not be loaded">
      <ErrorNotice error={why} onRetry={() => location.reload()} />
    </Page>
  );
}
