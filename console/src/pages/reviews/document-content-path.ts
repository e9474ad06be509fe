/** Download path of a document. Access is recorded in the audit log. */
export function documentContentPath(accountId: string, documentId: string): string {
  return `/console/api/reviews/${accountId}/documents/${documentId}/content`;
}
