/** Where the bytes of a document are. Opening it there is written down. */
export function documentContentPath(accountId: string, documentId: string): string {
  return `/console/api/reviews/${accountId}/documents/${documentId}/content`;
}
