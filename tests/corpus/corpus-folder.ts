/** Where a recording is written; `npm run corpus` sets it. */
export function corpusFolder(): string {
  const folder = process.env["CORPUS_FOLDER"];
  if (folder === undefined) throw new Error("recordings are made by: npm run corpus");
  return folder;
}
