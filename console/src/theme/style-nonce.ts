/** CSP nonce that the service puts into the page. Without it the browser rejects added style elements. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? "";
}

/** The library that locks scrolling behind dialogs reads the nonce from this global, whatever the bundler. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
