/** The nonce of this very page, which the service put into it. Without it the page's policy drops a style element. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** What locks scrolling behind a dialog asks for the nonce under this name, whatever the page was built with. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
