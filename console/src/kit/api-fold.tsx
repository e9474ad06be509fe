import { Curl } from "./curl.tsx";
import type { CurlRequest } from "./curl-line.ts";
import { Fold } from "./fold.tsx";

/** The API request behind a form or a page, folded: curl, TypeScript and the command line. */
export function ApiFold({ request }: { readonly request: CurlRequest }) {
  return (
    <Fold label="Code for this request">
      <Curl request={request} />
    </Fold>
  );
}
