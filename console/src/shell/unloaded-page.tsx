import { ErrorNotice } from "../kit/error-notice.tsx";
import { Page } from "../kit/page.tsx";

const why = new Error(
  "The page's script could not be loaded: the service is unreachable, or it was updated in the meantime.",
);

/** Shown when a page's script fails to load. The rest of the console keeps working. */
export function UnloadedPage() {
  return (
    <Page title="This page could not be loaded">
      <ErrorNotice error={why} onRetry={() => location.reload()} />
    </Page>
  );
}
