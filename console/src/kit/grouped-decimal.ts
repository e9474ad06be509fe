const decimal = /^(-?)(\d+)(\.\d+)?$/;

/** Groups thousands without changing any digit. Text that is not a decimal is returned unchanged. */
export function groupedDecimal(text: string): string {
  const parts = decimal.exec(text);
  if (parts === null) return text;
  const [, sign = "", whole = "", fraction = ""] = parts;
  return `${sign === "-" ? "−" : ""}${whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}
