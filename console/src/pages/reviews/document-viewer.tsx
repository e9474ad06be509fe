import { Alert, Anchor, Box, Loader } from "@mantine/core";
import { useState } from "react";
import { documentContentPath } from "./document-content-path.ts";
import classes from "./document-viewer.module.css";
import { documentWords } from "./document-words.ts";
import type { ReviewDocument } from "./review.ts";

interface DocumentViewerProps {
  readonly accountId: string;
  readonly document: ReviewDocument;
}

/** Inline viewer: images directly, PDFs in the browser's viewer. */
export function DocumentViewer({ accountId, document }: DocumentViewerProps) {
  const path = documentContentPath(accountId, document.doc_submission_id);
  const name = documentWords(document);
  const isPicture = document.content_type?.startsWith("image/") === true;
  return (
    <Box className={classes["viewer"]}>
      {isPicture ? (
        <Picture path={path} name={name} />
      ) : (
        <iframe className={classes["frame"]} src={path} title={name} />
      )}
      <Anchor href={path} target="_blank" rel="noreferrer" size="xs">
        Open {name} in a new tab
      </Anchor>
    </Box>
  );
}

function Picture({ path, name }: { readonly path: string; readonly name: string }) {
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  if (state === "failed") {
    return (
      <Alert color="red" role="alert" title="The document could not be displayed">
        Open it in a new tab to see the error.
      </Alert>
    );
  }
  return (
    <>
      {state === "loading" ? <Loader size="sm" aria-label="Loading document" /> : null}
      <img
        className={classes["picture"]}
        src={path}
        alt={name}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
      />
    </>
  );
}
