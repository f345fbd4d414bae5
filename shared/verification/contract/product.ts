/** What can be ordered; a file in `product/` says what each of them is. */
export const products = ['address', 'address-pro', 'business-address', 'employment'] as const
export type Product = (typeof products)[number]

/** What the API and its events speak of: three products share the address. */
export const verificationTypes = ['address', 'employment'] as const
export type VerificationType = (typeof verificationTypes)[number]
