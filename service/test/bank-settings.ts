/** The settings of a deployment whose bank is spoken to by files. */
export const bankInFiles: Readonly<Record<string, string>> = {
  BANK_CONNECTOR: "files",
  BANK_FILES_DIR: "/srv/florin/bank",
  BANK_NAME: "First Example Bank",
  BANK_ADDRESS: "1 Main Street, Springfield, IL 62701",
  BANK_ROUTING_NUMBER: "091000019",
  BANK_ACCOUNT_NUMBER: "4400123456",
  BANK_COMPANY_NAME: "Florin Example",
  BANK_COMPANY_ID: "1123456789",
  BANK_BENEFICIARY_NAME: "Florin Example Inc",
  BANK_BENEFICIARY_ADDRESS: "2 Main Street, Springfield, IL 62701",
  BANK_VIRTUAL_ACCOUNT_PREFIX: "8800",
};
